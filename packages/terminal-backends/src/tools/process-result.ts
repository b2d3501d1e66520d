import { describeExit } from "../processes/describe-exit.ts";
import { plainText } from "../processes/plain-text.ts";
import type { TrackedProcess } from "../processes/tracked-process.ts";

const maxListedCommandChars = 200;
const maxOutputChars = 4_000;

/** One line of a list. */
export function summaryOf({ record, runMs }: TrackedProcess): object {
  const { id, pid, command, state, exit, keep } = record;
  return {
    session_id: id,
    pid,
    command: command.slice(0, maxListedCommandChars),
    status: state,
    ...(exit === undefined || state === "lost" ? {} : describeExit(exit)),
    seconds: Math.round(runMs / 100) / 10,
    ...(keep ? { keep } : {}),
  };
}

/** What a process shows now: its screen, or the end of its output. */
export async function viewOf(entry: TrackedProcess): Promise<object> {
  const { id, state, exit } = entry.record;
  const status = {
    session_id: id,
    status: state,
    ...(exit === undefined || state === "lost" ? {} : describeExit(exit)),
  };
  const screen = await entry.screen();
  if (screen !== undefined) return { ...status, screen };
  const output = plainText(entry.output());
  return {
    ...status,
    output: output.slice(-maxOutputChars),
    ...(output.length > maxOutputChars ? { truncated: true, output_chars: output.length } : {}),
  };
}
