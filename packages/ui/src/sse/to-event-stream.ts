import type { AgentEvent } from "@hermes/agent-loop";
import type { FollowedEvent } from "../follow/session-streams.ts";
import { serverSentEvents } from "./server-sent-events.ts";
import type { EventSource, ServerSentEventsOptions } from "./server-sent-events.ts";

/**
 * The events themselves as server-sent events, for clients of your own: `data` is an `AgentEvent` as JSON, and `id` its cursor where
 * the events come from `follow`. A browser's `EventSource` sends the last one as `Last-Event-ID` when it connects again.
 */
export function toEventStream(
  events: EventSource<AgentEvent | FollowedEvent>,
  options: ServerSentEventsOptions = {},
): Response {
  return serverSentEvents(async function* (signal) {
    for await (const item of events(signal)) {
      if ("cursor" in item) yield { id: item.cursor, data: JSON.stringify(item.event) };
      else yield { data: JSON.stringify(item) };
    }
  }, options);
}
