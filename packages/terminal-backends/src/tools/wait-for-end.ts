import { setTimeout as delay } from "node:timers/promises";
import type { TrackedProcess } from "../processes/tracked-process.ts";

export interface WaitForEndOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onOutput: ((text: string) => void) | undefined;
}

/** @returns Whether it has ended; false after the timeout. @throws the reason of `signal`. */
export async function waitForEnd(
  entry: TrackedProcess,
  { timeoutMs, signal, onOutput }: WaitForEndOptions,
): Promise<boolean> {
  const waiting = new AbortController();
  const stop = onOutput === undefined ? undefined : entry.onOutput(onOutput);
  try {
    const timer = delay(timeoutMs, undefined, { signal: AbortSignal.any([signal, waiting.signal]) });
    // The timer fails when the wait is over by another way; nobody listens to it then.
    timer.catch(() => undefined);
    await Promise.race([entry.ended, timer]);
    return !entry.isRunning;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    waiting.abort();
    stop?.();
  }
}
