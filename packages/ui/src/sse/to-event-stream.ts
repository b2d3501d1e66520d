import type { AgentEvent } from "@hermes/agent-loop";
import type { FollowedEvent } from "../follow/session-streams.ts";
import { withoutDetails } from "../follow/without-details.ts";
import type { ErrorOptions } from "../follow/without-details.ts";
import { serverSentEvents } from "./server-sent-events.ts";
import type { EventSource, ServerSentEventsOptions } from "./server-sent-events.ts";

/**
 * The events themselves as server-sent events, for clients of your own: `data` is an `AgentEvent` as JSON, and `id` its cursor where
 * the events come from `follow`. A browser's `EventSource` sends the last one as `Last-Event-ID` when it connects again.
 */
export function toEventStream(
  events: EventSource<AgentEvent | FollowedEvent>,
  options: ServerSentEventsOptions & ErrorOptions = {},
): Response {
  return serverSentEvents(async function* (signal) {
    for await (const item of events(signal)) {
      const isFollowed = "cursor" in item;
      const event = withoutDetails(isFollowed ? item.event : item, options);
      yield { data: JSON.stringify(event), ...(isFollowed ? { id: item.cursor } : {}) };
    }
  }, options);
}
