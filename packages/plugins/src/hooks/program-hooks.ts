import type { AgentHooks } from "@hermes/agent-loop";
import { jsonHooks } from "./json-hooks.ts";
import { programAnswer } from "./program-answer.ts";
import type { ProgramOutput } from "./program-answer.ts";
import { matchesTool } from "./program-hook.ts";
import type { ProgramHook } from "./program-hook.ts";

/** Runs a hook's program. Undefined: it is not used. Rejects where it can't be run, or took too long. */
export type RunHook = (
  hook: ProgramHook,
  run: { readonly input: string; readonly sessionId: string; readonly signal: AbortSignal },
) => Promise<ProgramOutput | undefined>;

export interface ProgramHooksOptions {
  readonly run: RunHook;
  readonly cwd: () => string;
  /** Told of failures that count for nothing. */
  readonly warn: (message: string) => void;
}

/** To stop a program and all that it started. */
const graceMs = 5_000;

/** One hook of the settings, in the form that a session takes. */
export function programHooks(hook: ProgramHook, { run, cwd, warn }: ProgramHooksOptions): AgentHooks {
  const { name, event, onFailure, timeoutMs } = hook;
  return jsonHooks({
    ...{ name, cwd },
    events: [event],
    timeoutMs: timeoutMs + graceMs,
    async ask(_event, payload, { signal }) {
      if (!matchesTool(hook, "tool_name" in payload ? payload.tool_name : undefined)) return undefined;
      try {
        return await askProgram(hook, payload, { run, signal });
      } catch (error) {
        signal.throwIfAborted();
        if (onFailure === "block" || !canStop.has(event)) throw error;
        warn(`The hook "${name}" failed: ${error instanceof Error ? error.message : String(error)}`);
        return undefined;
      }
    },
  });
}

/** Where a failure that reaches the session stops something; elsewhere the session tells of it by itself. */
const canStop: ReadonlySet<string> = new Set([
  "pre_tool_call",
  "pre_llm_call",
  "pre_approval_request",
  "post_tool_call",
]);

/** What a program answers to an event, in the form that `jsonHooks` reads. */
export async function askProgram(
  hook: ProgramHook,
  payload: { readonly session_id: string; readonly tool_response?: unknown },
  { run, signal }: { readonly run: RunHook; readonly signal: AbortSignal },
): Promise<unknown> {
  const input = JSON.stringify({ ...payload, hook_event_name: hook.eventName, extra: {} });
  const output = await run(hook, { input, sessionId: payload.session_id, signal });
  return output && programAnswer(hook.event, output, payload);
}
