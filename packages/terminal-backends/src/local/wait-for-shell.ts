import { setTimeout as delay } from "node:timers/promises";
import type { RunningShell, ShellExit } from "./start-shell.ts";

export interface WaitForShellOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

export interface ShellOutcome {
  readonly exit: ShellExit;
  readonly timedOut: boolean;
  readonly interrupted: boolean;
}

/** Waits for the end of a shell, or brings it about at a timeout or an abort: then nothing of its group is left. */
export async function waitForShell(
  shell: RunningShell,
  { timeoutMs, signal }: WaitForShellOptions,
): Promise<ShellOutcome> {
  const reason = { timedOut: false, interrupted: false };
  let stop = (_why: keyof typeof reason): void => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = (why) => {
      reason[why] = true;
      resolve();
    };
  }).then(async (): Promise<ShellExit> => {
    await shell.endTree();
    // A shell that not even KILL ends is given up, so that the caller is not held by it.
    return Promise.race([shell.ended, delay(1_000, { exitCode: null, signal: "SIGKILL" })]);
  });
  const timer = setTimeout(() => stop("timedOut"), timeoutMs);
  const abort = () => stop("interrupted");
  signal?.addEventListener("abort", abort, { once: true });
  if (signal?.aborted) abort();
  try {
    const exit = await Promise.race([shell.ended, stopped]);
    // The shell may be gone before the rest of its group is.
    if (reason.timedOut || reason.interrupted) await stopped;
    return { ...reason, exit };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}
