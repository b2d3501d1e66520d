import type { AgentEvent } from "@hermes/agent-loop";
import type { Output } from "../host.ts";
import type { EventRenderer } from "./event-renderer.ts";
import { harmlessJson } from "./harmless-json.ts";

/**
 * The event stream: one JSON object per line, and nothing else on this output. What goes wrong outside of a turn is
 * `{"type":"error","code","message","hint"?}`.
 */
export function createJsonlRenderer(stdout: Output): EventRenderer {
  const line = (value: object) => {
    stdout.write(`${harmlessJson(value)}\n`);
  };
  return {
    event: (event) => line(withoutParsed(event)),
    scriptCall: (call) => line({ type: "script-call", ...call }),
    warning: (message) => line({ type: "warning", code: "STARTUP", message }),
    failure: ({ code, message, hint }) => line({ type: "error", code, message, hint }),
    close: () => undefined,
  };
}

/** A line has arguments and results once, as texts: what they say as values would be there a second time, and at any length. */
function withoutParsed(event: AgentEvent): object {
  if (event.type === "tool-call-start") {
    const { input: _input, ...rest } = event;
    return rest;
  }
  if (event.type !== "tool-call-end") return event;
  const { output: _output, ...rest } = event;
  return rest;
}
