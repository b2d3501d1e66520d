import type { AgentEvent } from "@hermes/agent-loop";
import type { RunEvent } from "@hermes/client";
import type { SessionEvent } from "../src/index.ts";

/** Whatever a session tells is an event of the contract. */
export function asRunEvent(event: AgentEvent | SessionEvent): RunEvent {
  return event;
}
