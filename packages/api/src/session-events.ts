import { refused } from "./errors/refusal.ts";
import type { FollowedEvent, RunsPort, SessionEvent } from "./ports/runs-port.ts";
import type { Caller } from "./trust/caller.ts";

export interface SubscribeOptions {
  readonly cursor?: string | undefined;
  readonly signal: AbortSignal;
}

/** The events of a session over all its turns, until the signal is aborted: what comes behind the cursor, then what comes. */
export async function* subscribe(
  runs: RunsPort,
  sessionId: string,
  { cursor, signal }: SubscribeOptions,
): AsyncGenerator<FollowedEvent, undefined> {
  let at = cursor;
  let begun = Promise.withResolvers<void>();
  const stop = runs.watch(sessionId, () => begun.resolve());
  const aborted = Promise.withResolvers<void>();
  const onAbort = (): void => aborted.resolve();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    while (!signal.aborted) {
      // Before it is followed: a turn that begins while it ends is not missed.
      begun = Promise.withResolvers();
      for await (const followed of runs.follow(sessionId, { cursor: at, signal })) {
        at = followed.cursor;
        yield followed;
      }
      await Promise.race([begun.promise, aborted.promise]);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    stop();
    signal.removeEventListener("abort", onAbort);
  }
  return undefined;
}

/** What others than owners may read of an event. What the model and the tools said is the session's, and stays. */
export function shownTo({ role }: Caller, event: SessionEvent): SessionEvent {
  if (role === "owner") return event;
  switch (event.type) {
    case "turn-end": {
      const { error, ...end } = event;
      return error === undefined ? end : { ...end, error: { code: error.code, message: "The turn failed." } };
    }
    case "retry":
      return { ...event, reason: "The model did not answer." };
    case "text-restart":
      return { ...event, reason: "The answer starts anew." };
    case "warning":
      return { ...event, message: "Something went wrong beside the answer." };
    case "compression": {
      const { saved: _, ...compression } = event;
      return compression;
    }
    default:
      return event;
  }
}

/** @throws {HermesError} `API_BAD_CURSOR` for a text that no cursor can be. */
export function checkCursor(cursor: string | undefined): string | undefined {
  if (cursor !== undefined && !/^[0-9a-z.-]{1,200}$/.test(cursor))
    throw refused("API_BAD_CURSOR", "That is no cursor.", {
      hint: "Pass the id of the last event that arrived, or none to begin with the newest answer.",
    });
  return cursor;
}
