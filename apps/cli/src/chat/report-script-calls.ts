import type { AgentEvent } from "@hermes/agent-loop";
import type { Runtime } from "@hermes/runtime";
import type { EventRenderer } from "../render/event-renderer.ts";

export type ShowEvent = (event: AgentEvent) => void | Promise<void>;

export interface ReportScriptCallsOptions {
  readonly runtime: Pick<Runtime, "scriptCalls">;
  readonly sessionId: string;
  readonly renderer: EventRenderer;
}

/**
 * Shows a turn, and in it each call that a script makes, once it is done. They are read from the store, where each is
 * written before the next one begins.
 */
export function reportScriptCalls({ runtime, sessionId, renderer }: ReportScriptCallsOptions): ShowEvent {
  const reported = new Map<string, number>();
  return async (event) => {
    if (event.type !== "tool-call-progress" && event.type !== "tool-call-end") return renderer.event(event);
    if (event.name === "execute_code") {
      const calls = (await runtime.scriptCalls(sessionId)).get(event.callId) ?? [];
      const before = reported.get(event.callId) ?? 0;
      // What runs still has no outcome; at the end nothing runs any more.
      const next =
        event.type === "tool-call-end" ? -1 : calls.findIndex(({ outcome }) => outcome === "unknown");
      const done = next === -1 ? calls : calls.slice(0, next);
      for (const call of done.slice(before)) renderer.scriptCall(call);
      reported.set(event.callId, Math.max(before, done.length));
    }
    renderer.event(event);
  };
}
