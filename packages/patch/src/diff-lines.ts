import { diffArrays } from "diff";
import type { TextEdit } from "./replace-exact.ts";

export interface DiffLinesOptions {
  /** Longer comparisons end in one edit that covers everything between the common ends. @default 500 */
  readonly maxMilliseconds?: number | undefined;
}

/**
 * What turns one text into another, by whole lines, so that two texts of unknown history can be shown as a diff.
 *
 * @returns Edits of `before` in order; applying them gives `after`. Empty when the texts are the same.
 */
export function diffLines(
  before: string,
  after: string,
  options: DiffLinesOptions = {},
): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  let at = 0;
  for (const run of alignLines(splitKeepingEnds(before), splitKeepingEnds(after), options)) {
    const text = run.lines.join("");
    const last = edits.at(-1);
    const adjoining = last !== undefined && last.end === at;
    if (run.kind === "same") at += text.length;
    else if (run.kind === "removed") {
      if (adjoining) edits[edits.length - 1] = { ...last, end: at + text.length };
      else edits.push({ start: at, end: at + text.length, text: "" });
      at += text.length;
    } else if (adjoining) edits[edits.length - 1] = { ...last, text: last.text + text };
    else edits.push({ start: at, end: at, text });
  }
  return edits;
}

export interface LineRun {
  readonly kind: "same" | "removed" | "added";
  readonly lines: readonly string[];
}

/** How two lists of lines belong together: runs that are the same, only in the first, or only in the second. */
export function alignLines(
  before: readonly string[],
  after: readonly string[],
  { maxMilliseconds = 500 }: DiffLinesOptions = {},
): readonly LineRun[] {
  const runs = diffArrays([...before], [...after], { timeout: maxMilliseconds });
  if (runs === undefined) return alignEnds(before, after);
  return runs.map(({ added, removed, value }) => ({ kind: kindOf(added, removed), lines: value }));
}

function kindOf(added: boolean, removed: boolean): LineRun["kind"] {
  if (added) return "added";
  return removed ? "removed" : "same";
}

function alignEnds(before: readonly string[], after: readonly string[]): LineRun[] {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const runs: LineRun[] = [
    { kind: "same", lines: before.slice(0, head) },
    { kind: "removed", lines: before.slice(head, before.length - tail) },
    { kind: "added", lines: after.slice(head, after.length - tail) },
    { kind: "same", lines: before.slice(before.length - tail) },
  ];
  return runs.filter(({ lines }) => lines.length > 0);
}

function splitKeepingEnds(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
