import type { AgentEvent } from "../agent-event.ts";
import { HermesError } from "@hermes/registry";

export function noSession(): HermesError {
  return new HermesError("No session is open.", {
    code: "CONTROLLER_NO_SESSION",
    hint: "Call open() first.",
  });
}

export function noApprovals(): HermesError {
  return new HermesError("Approvals can't be answered here.", {
    code: "CONTROLLER_NO_APPROVALS",
    hint: "Give the controller the port `approvals`.",
  });
}

export function busyError(): HermesError {
  return new HermesError("This controller is already running.", {
    code: "CONTROLLER_BUSY",
    hint: "Hand the line over with meanwhile().",
  });
}

export function noChildren(): HermesError {
  return new HermesError("Nothing can be handed to other agents here.", {
    code: "CONTROLLER_NO_CHILDREN",
    hint: "It works in a conversation of the runtime.",
  });
}

export function interruptsChildren(count: number): AgentEvent {
  const what =
    count === 1
      ? "An agent that works for this session is"
      : `${count} agents that work for this session are`;
  const message = `${what} interrupted. Resume the session, and say that the work should go on.`;
  return { type: "warning", code: "CHILD_INTERRUPTED", message };
}
