import type { CallOutcome } from "./call-outcome.ts";
import { cleanText } from "./clean-text.ts";
import { moreLines } from "./count-of.ts";
import { fit } from "./fit.ts";
import type { Style } from "./style.ts";
import { wrapLines } from "./wrap.ts";

export interface OutcomeLinesOptions {
  readonly columns: number;
  readonly style: Style;
  /** Told where something is left out: how to see it. */
  readonly hint?: string | undefined;
}

const outputLines = 3;
const failedOutputLines = 5;
const errorLines = 3;

/** What a person sees of a call's result: the last lines that a command printed, and the first ones of why it failed. */
export function outcomeLines(
  { kind, output = "", error }: CallOutcome,
  { columns, style, hint = "" }: OutcomeLinesOptions,
): readonly string[] {
  const most = kind === "failed" ? failedOutputLines : outputLines;
  const said = cleanText(output)
    .split("\n")
    .filter((line) => line.trim() !== "");
  const left = said.length - most;
  const lines = [...(left > 0 ? [`… ${moreLines(left)}${hint}`] : []), ...said.slice(-most)];
  return [
    ...lines.map((line) => indented(line, columns)),
    ...(error === undefined ? [] : firstLines(error, columns, hint)),
  ].map(style.dim);
}

/** A line of output beneath its call. */
export function indented(line: string, columns: number): string {
  return fit(`  ${cleanText(line).replaceAll("\t", "  ").trimEnd()}`, columns);
}

function firstLines(error: string, columns: number, hint: string): readonly string[] {
  const lines = wrapLines(cleanText(error).trim(), { columns, indent: 2 });
  return lines.length > errorLines ? [...lines.slice(0, errorLines), `  …${hint}`] : lines;
}
