import { setTimeout as delay } from "node:timers/promises";
import type { TrackedProcess } from "../processes/tracked-process.ts";

/** A program that says nothing for so long has answered. */
const quietMs = 150;
const maxAnswerMs = 2_000;

/**
 * Sends input, and gives the program the time to answer: until it falls silent, at most two seconds.
 *
 * @throws {HermesError} `BACKEND_PROCESS_ENDED`.
 */
export async function sendInput(
  entry: TrackedProcess,
  { text, signal }: { readonly text: string; readonly signal: AbortSignal },
): Promise<void> {
  let heardAt = 0;
  const stop = entry.onOutput(() => {
    heardAt = performance.now();
  });
  try {
    // A program that does not read takes nothing: what was sent waits for it, and the call does not.
    await Promise.race([entry.write(text), delay(maxAnswerMs, undefined, { signal })]);
    const sentAt = performance.now();
    while (entry.isRunning && performance.now() - sentAt < maxAnswerMs) {
      await delay(25, undefined, { signal });
      const now = performance.now();
      if (heardAt > 0 ? now - heardAt >= quietMs : now - sentAt >= 2 * quietMs) return;
    }
    // The end may be known a moment before it is stored.
    await Promise.race([entry.ended, delay(25)]);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    stop();
  }
}
