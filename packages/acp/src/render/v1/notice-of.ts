import type { Notice } from "@agentclientprotocol/sdk";
import type { ControllerEvent } from "@hermes/agent-loop/controller";

/** What is worth saying beside the conversation; undefined where nothing is. */
export function noticeOf(event: ControllerEvent): Notice | undefined {
  switch (event.type) {
    case "retry":
      return { severity: "info", title: `The model is asked again: ${event.reason}` };
    case "mention":
      return { severity: event.attached ? "info" : "warning", title: event.line };
    case "warning":
      return { severity: "warning", title: event.message };
    case "switch":
      return {
        severity: "warning",
        title: `${event.to.model} of ${event.to.provider} answers from here on.`,
      };
    case "notice":
      return { severity: "info", title: event.text };
    default:
      return undefined;
  }
}
