import { describeExit } from "./describe-exit.ts";
import { plainText } from "./plain-text.ts";
import type { ProcessRecord } from "./process-record.ts";

const maxCommandChars = 200;
const maxOutputChars = 2_000;
const maxOutputLines = 20;

/** How a process ended, for the model. */
export function endText(record: ProcessRecord, output: string): string {
  const { state, exit } = record;
  const how =
    state === "lost"
      ? "was lost when Hermes itself was cut off: it runs no more, and how it ended is not known"
      : state === "killed"
        ? "was ended"
        : `has ended, ${exitWords(exit)}`;
  return `${about(record)} ${how}.${quoted(output)}`;
}

function exitWords(exit: ProcessRecord["exit"]): string {
  if (exit === undefined || (exit.exitCode === null && exit.signal === undefined)) return "how is not known";
  return `exit code ${describeExit(exit).exit_code}`;
}

/** It was ended with its session, which now goes on. */
export function closedText(record: ProcessRecord): string {
  return `${about(record)} was ended when the conversation was closed.`;
}

export function matchText(record: ProcessRecord, lines: readonly string[], more: number): string {
  const rest = more === 0 ? "" : `\n(and ${more} more such lines)`;
  return `${about(record)} printed what was watched for.${quoted(lines.join("\n"))}${rest}`;
}

export function checkText(record: ProcessRecord, seconds: number, output: string): string {
  return `${about(record)} still runs after ${seconds} s.${quoted(output)}`;
}

/** The number makes every notice a text of its own. */
function about({ id, command, noticesMade }: ProcessRecord): string {
  const line = command.trim().replace(/\s+/g, " ");
  const shown = line.length > maxCommandChars ? `${line.slice(0, maxCommandChars - 1)}…` : line;
  return `Process ${id}, notice ${noticesMade + 1}: \`${shown}\``;
}

/** What a program says is marked as its words, line by line. */
function quoted(output: string): string {
  const lines = plainText(output).slice(-maxOutputChars).trimEnd().split(/\r?\n/).slice(-maxOutputLines);
  return lines.every((line) => line.trim() === "") ? "" : `\n${lines.map((line) => `| ${line}`).join("\n")}`;
}
