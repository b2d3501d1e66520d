import { constants } from "node:os";

/** How a command ended, in the words of a shell. */
export interface ExitDescription {
  /** 124 after a timeout, 130 after an interrupt, 128 + n after signal n. */
  readonly exit_code: number;
  readonly signal?: string;
  readonly timed_out?: true;
  readonly interrupted?: true;
}

export function describeExit(exit: {
  readonly exitCode: number | null;
  readonly signal?: string | undefined;
  readonly timedOut?: boolean;
  readonly interrupted?: boolean;
}): ExitDescription {
  if (exit.timedOut === true) return { exit_code: 124, timed_out: true };
  if (exit.interrupted === true) return { exit_code: 130, interrupted: true };
  if (exit.exitCode !== null) return { exit_code: exit.exitCode };
  const { signal = "SIGKILL" } = exit;
  const numbers: Readonly<Record<string, number>> = constants.signals;
  return { exit_code: 128 + (numbers[signal] ?? 9), signal };
}
