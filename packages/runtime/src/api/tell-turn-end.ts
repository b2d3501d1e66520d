import type { AgentEvent, TurnEnd } from "@hermes/agent-loop";

export interface TurnEndListener {
  /** Told before a reader has the end. */
  readonly onEnd: (end: TurnEnd) => void;
  /** Told once the agent works no more, before another turn can begin. */
  readonly onOver: (end: TurnEnd) => void;
}

/** Hands the events of a turn on, and tells its end. */
export async function* tellTurnEnd(
  events: AsyncIterable<AgentEvent>,
  { onEnd, onOver }: TurnEndListener,
): AsyncGenerator<AgentEvent, undefined> {
  let end: TurnEnd | undefined;
  for await (const event of events) {
    if (event.type === "turn-end") onEnd((end = event));
    yield event;
  }
  if (end !== undefined) onOver(end);
  return undefined;
}
