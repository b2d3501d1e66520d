import { formatDuration } from "../render/activity-line.ts";
import { fit, oneLine } from "../render/fit.ts";
import type { Style } from "../render/style.ts";

/** The sign of life beneath what is going on. */
export interface Spinner {
  /** Shown one after another. @default dots that turn; without colours one sign that stands */
  readonly faces?: readonly string[] | undefined;
  /** What it is said to do; one for each ten seconds. @default working */
  readonly verbs?: readonly string[] | undefined;
}

export interface Working {
  readonly spinner?: Spinner | undefined;
  readonly elapsedMs: number;
  /** What goes on, where it is known; takes the place of the verb. */
  readonly what?: string | undefined;
}

const turning = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const faceMs = 120;
const verbMs = 10_000;

/** `⠋ working 12s · esc to interrupt` */
export function workingLine(
  { spinner = {}, elapsedMs, what }: Working,
  { columns, style }: { readonly columns: number; readonly style: Style },
): string {
  const { faces = style.colours ? turning : ["*"], verbs = ["working"] } = spinner;
  const face = oneLine(at(faces, elapsedMs / faceMs) ?? "*");
  const verb = oneLine(what ?? at(verbs, elapsedMs / verbMs) ?? "working");
  return style.dim(fit(`${face} ${verb} ${formatDuration(elapsedMs)} · esc to interrupt`, columns));
}

function at(list: readonly string[], index: number): string | undefined {
  return list[Math.floor(index) % list.length];
}
