import type { AgentEvent } from "../agent-event.ts";
import type { HookWarning } from "../hooks/hook-runner.ts";
import type { EventChannel } from "./event-channel.ts";

/** Tells warnings as events. */
export function warningsTo(events: EventChannel<AgentEvent>): (warning: HookWarning) => void {
  return (warning) => events.push({ type: "warning", ...warning });
}
