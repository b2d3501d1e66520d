import { ApiError, offline } from "./api-error.ts";
import { BackOff } from "./back-off.ts";
import type { RunEvent } from "./contract/event.ts";
import { readEvents } from "./read-events.ts";
import type { Requests } from "./requests.ts";

/** An event, and what a reader that has it passes to go on behind it. */
export interface FollowedEvent {
  readonly cursor: string;
  readonly event: RunEvent;
}

export interface FollowOptions {
  /** Of the last event that is there already. @default the beginning of the newest answer */
  readonly cursor?: string | undefined;
  /** Goes on with the turns to come, until the signal is aborted. @default false */
  readonly stay?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The events of a session, by server-sent events. A connection that breaks is made again, and goes on behind the last event: every
 * word comes once.
 *
 * @throws {ApiError} where it is not to be had: no such session, no right to see it.
 * @throws the reason of the signal.
 */
export async function* followSession(
  requests: Requests,
  sessionId: string,
  { cursor, stay = false, signal }: FollowOptions,
): AsyncGenerator<FollowedEvent, undefined> {
  const backOff = new BackOff({ firstMs: 250, maxMs: 10_000 });
  let at = cursor;
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one connection after the other
      const response = await requests.send(
        { method: "GET", path: "/api/sessions/{id}/events" },
        {
          ...{ params: { id: sessionId }, signal },
          query: { stay: stay || undefined },
          headers: at === undefined ? {} : { "last-event-id": at },
        },
      );
      for await (const { id, event: name, data } of readEvents(bodyOf(response))) {
        if (name === "error") throw toldError(data);
        if (id === undefined) continue;
        at = id;
        backOff.reset();
        const event = JSON.parse(data) as RunEvent;
        yield { cursor: id, event };
        if (event.type === "turn-end" && !stay) return undefined;
      }
    } catch (error) {
      signal?.throwIfAborted();
      const told = error instanceof ApiError ? error : offline(error);
      if (!told.isPassing) throw told;
      // oxlint-disable-next-line no-await-in-loop -- as above
      await backOff.wait(signal, told.retryAfterMs);
      continue;
    }
    // It ended without the end of the turn: the server has perhaps stopped.
    // oxlint-disable-next-line no-await-in-loop -- as above
    await backOff.wait(signal);
  }
}

function bodyOf({ body }: Response): ReadableStream<Uint8Array> {
  if (body === null) throw offline(undefined);
  return body;
}

/** A server that stops says so, and is perhaps back soon. */
function toldError(data: string): ApiError {
  const { error } = JSON.parse(data) as {
    readonly error: { readonly code: string; readonly message: string; readonly hint?: string };
  };
  const { code, message, hint } = error;
  const isPassing = code === "API_CLOSED" || code === "API_FAILED";
  return new ApiError(message, { code, hint, status: isPassing ? 503 : 400 });
}
