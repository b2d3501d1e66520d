import { HermesError } from "@hermes/registry";
import type { AgentEvent } from "./agent-event.ts";

export function unknownOutcome(name: string): AgentEvent {
  const message = `${name} was running when this session was cut off: it may or may not have taken effect.`;
  return { type: "warning", code: "OUTCOME_UNKNOWN", message };
}

export function busyError(): HermesError {
  return new HermesError("This agent is already running a turn.", {
    code: "AGENT_BUSY",
    hint: "Wait for its end, interrupt it, or hand the words over with steer().",
  });
}

export function noCompressor(): HermesError {
  return new HermesError("This conversation can't be shortened: it has no compressor.", {
    code: "AGENT_NO_COMPRESSOR",
    hint: "Give the agent one, such as createCompressor() of @hermes/agent-loop/compression.",
  });
}

export function closedError(): HermesError {
  return new HermesError("This agent is closed.", {
    code: "AGENT_CLOSED",
    hint: "Open the session with a new one.",
  });
}
