import { constants } from "node:os";
import { stripVTControlCharacters } from "node:util";
import type { SandboxLimits } from "../limits.ts";
import type { ProcessEnd } from "./watch-run.ts";

/** What a run gave. */
export interface RunResult {
  readonly status: "success" | "error" | "timeout" | "interrupted";
  /** What it printed, without codes for terminals. */
  readonly output: string;
  /** What it printed to standard error, and why it ended where it did not end by itself. */
  readonly errors: string;
  readonly toolCallsMade: number;
  readonly durationSeconds: number;
}

export interface RunResultOptions {
  readonly limits: SandboxLimits;
  /** Whether the interpreter was meant to go on. */
  readonly keep: boolean;
  readonly toolCallsMade: number;
  readonly startedAt: number;
}

export function runResult(end: ProcessEnd, options: RunResultOptions): RunResult {
  const errors = stripVTControlCharacters(end.errors);
  const notes = notesOn(end, errors, options).join(" ");
  const gap = errors === "" || errors.endsWith("\n") ? "" : "\n";
  return {
    status: statusOf(end),
    output: stripVTControlCharacters(end.output),
    errors: notes === "" ? errors : errors + gap + notes,
    toolCallsMade: options.toolCallsMade,
    durationSeconds: Math.round(performance.now() - options.startedAt) / 1000,
  };
}

function statusOf({ ended, exitCode }: ProcessEnd): RunResult["status"] {
  if (ended !== "by-itself") return ended;
  return exitCode === 0 ? "success" : "error";
}

function notesOn(end: ProcessEnd, errors: string, { limits, keep }: RunResultOptions): readonly string[] {
  const lost =
    keep && !end.goesOn
      ? ["Its session has ended with it: variables are gone, and the next run begins anew."]
      : [];
  if (end.ended === "timeout")
    return [`Stopped: it ran longer than ${Math.round(limits.timeoutMs / 100) / 10} s.`, ...lost];
  if (end.ended === "interrupted") return ["Stopped by the person.", ...lost];
  const signal = signalOf(end);
  if (signal !== undefined) return [`Ended by ${signal}; perhaps it used too much memory.`, ...lost];
  return errors === "" && end.exitCode !== 0 ? [`Ended with exit code ${end.exitCode}.`, ...lost] : lost;
}

/** Programs that start others tell of the death of a child by a number above 128. */
function signalOf({ exitCode, exitSignal }: ProcessEnd): string | undefined {
  if (exitCode === null) return exitSignal ?? "a signal";
  if (exitCode <= 128) return undefined;
  return Object.entries(constants.signals).find(([, number]) => number === exitCode - 128)?.[0];
}
