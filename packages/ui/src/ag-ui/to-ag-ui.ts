import type { AgentEvent } from "@hermes/agent-loop";
import { withoutDetails } from "../follow/without-details.ts";
import { serverSentEvents } from "../sse/server-sent-events.ts";
import type { EventSource, ServerSentEventsOptions } from "../sse/server-sent-events.ts";
import type { AgUiEvent } from "./ag-ui-event.ts";
import { AgUiWriter } from "./ag-ui-writer.ts";
import type { AgUiOptions } from "./ag-ui-writer.ts";

/**
 * The events of a turn as a run of AG-UI 1.0: a step for each request, texts, reasoning, calls with their arguments as they come, and
 * results; the plan of the `todo` tool as the state; what waits for a person as interrupts of the end; everything else as custom
 * events of the same name.
 *
 * @see https://docs.ag-ui.com/concepts/events
 */
export async function* toAgUi(
  events: AsyncIterable<AgentEvent>,
  options: AgUiOptions,
): AsyncGenerator<AgUiEvent, undefined> {
  const writer = new AgUiWriter(options);
  for await (const event of events) yield* writer.take(withoutDetails(event, options));
  return undefined;
}

/** The same as an answer that an AG-UI client reads. */
export function toAgUiResponse(
  events: EventSource<AgentEvent>,
  options: AgUiOptions & ServerSentEventsOptions,
): Response {
  return serverSentEvents(async function* (signal) {
    for await (const event of toAgUi(events(signal), options)) yield { data: JSON.stringify(event) };
  }, options);
}
