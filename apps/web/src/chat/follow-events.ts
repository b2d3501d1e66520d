import type { RunEvent } from "@hermes/client";
import { theSocket } from "../home/client.ts";

export interface FollowEventsOptions {
  /** Behind it; absent: from the beginning of the newest answer. */
  readonly cursor?: string | undefined;
  /** Called with what has come since, once a frame at most. */
  readonly onEvents: (events: readonly RunEvent[]) => void;
  /** It is over: no such session, no right to see it. */
  readonly onError: (error: unknown) => void;
}

/** What is just being left, by session: the socket takes one subscription of each. */
const leaving = new Map<string, Promise<void>>();
/** A page that is not seen draws no frames, and is told all the same. */
const unseenMs = 250;

/** Follows a session over all its turns, and over connections that break. @returns Ends it. */
export function followEvents(sessionId: string, options: FollowEventsOptions): () => void {
  const { cursor, onEvents, onError } = options;
  const end = new AbortController();
  let waiting: RunEvent[] = [];
  let frame: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = undefined;
    const events = waiting;
    waiting = [];
    if (!end.signal.aborted && events.length > 0) onEvents(events);
  };
  const read = async (): Promise<void> => {
    await leaving.get(sessionId);
    if (end.signal.aborted) return;
    for await (const { event } of theSocket().subscribe(sessionId, { cursor, signal: end.signal })) {
      waiting.push(event);
      if (frame !== undefined) continue;
      frame = requestAnimationFrame(flush);
      timer = setTimeout(flush, unseenMs);
    }
  };
  const done = read().catch((error: unknown) => {
    if (!end.signal.aborted) onError(error);
  });
  return () => {
    end.abort(new DOMException("The session is not shown any more.", "AbortError"));
    flush();
    leaving.set(sessionId, done);
    const left = (): void => {
      if (leaving.get(sessionId) === done) leaving.delete(sessionId);
    };
    done.then(left, left);
  };
}
