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
