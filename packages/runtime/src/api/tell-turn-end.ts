import type { AgentEvent, TurnEnd } from "@hermes/agent-loop";

/** Hands the events of a turn on, and tells its end before a reader has it. */
export async function* tellTurnEnd(
  events: AsyncIterable<AgentEvent>,
  onEnd: (end: TurnEnd) => void,
): AsyncGenerator<AgentEvent, undefined> {
  for await (const event of events) {
    if (event.type === "turn-end") onEnd(event);
    yield event;
  }
  return undefined;
}
