import { refused } from "../errors/refusal.ts";
import type { SessionEvent } from "../ports/runs-port.ts";
import type { OpenAiRun } from "./openai-runs.ts";

/** Reads a turn to its end, for a client that waits for all of it: the turn ends early where that one goes. */
export async function readAll(
  run: OpenAiRun,
  request: Request,
  take: (event: SessionEvent) => unknown,
): Promise<void> {
  const leave = run.enter();
  request.signal.addEventListener("abort", leave, { once: true });
  if (request.signal.aborted) leave();
  try {
    for await (const { event } of run.events(new AbortController().signal)) take(event);
  } finally {
    leave();
    request.signal.removeEventListener("abort", leave);
  }
}

/** How many events of a stream a client has. @throws {HermesError} `API_BAD_CURSOR` */
export function lastEventNumber(request: Request): number {
  const given = request.headers.get("last-event-id");
  if (given === null) return 0;
  if (!/^\d{1,9}$/.test(given)) throw refused("API_BAD_CURSOR", "Last-Event-ID is none of this stream.");
  return Number(given);
}
