import type { Output } from "../host.ts";
import type { EventRenderer } from "./event-renderer.ts";
import { harmlessJson } from "./harmless-json.ts";

/**
 * The event stream as it is: one JSON object per line, and nothing else on this output. What goes wrong outside of
 * a turn is `{"type":"error","code","message","hint"?}`.
 */
export function createJsonlRenderer(stdout: Output): EventRenderer {
  const line = (value: object) => {
    stdout.write(`${harmlessJson(value)}\n`);
  };
  return {
    event: line,
    scriptCall: (call) => line({ type: "script-call", ...call }),
    warning: (message) => line({ type: "warning", code: "STARTUP", message }),
    failure: ({ code, message, hint }) => line({ type: "error", code, message, hint }),
    close: () => undefined,
  };
}
