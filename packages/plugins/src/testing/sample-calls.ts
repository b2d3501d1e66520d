import { hookEventNames } from "../hooks/hook-events.ts";
import type { HookEventName, HookEvents } from "../hooks/hook-events.ts";
import type { PluginDescription } from "../manifest/plugin-description.ts";
import type { PluginExample } from "./plugin-examples.ts";

type Payloads = {
  readonly [Event in HookEventName]: Omit<HookEvents[Event], "hook_event_name" | "session_id" | "cwd">;
};

const call = { tool_name: "read_file", tool_input: { path: "notes.md" }, tool_call_id: "call_1" };

const payloads: Payloads = {
  on_session_start: { resumed: false },
  on_session_end: {},
  pre_llm_call: { prompt: "What is in notes.md?" },
  on_turn_end: { reason: "completed", response: "A list of notes." },
  pre_tool_call: call,
  post_tool_call: { ...call, tool_response: '{"content":"a note"}', is_error: false, duration_ms: 12 },
  pre_compress: { reason: "threshold" },
  post_compress: { messages: 3 },
  pre_approval_request: { tool_name: "terminal", summary: "rm notes.md", reason: "it removes a file" },
  post_approval_response: { tool_name: "terminal", approved: true },
};

const messages = ["one", "two", "three"].flatMap((word) => [
  { role: "user", content: [{ type: "text", text: `Say ${word}.` }] },
  { role: "assistant", content: [{ type: "text", text: word }], finishReason: "stop" },
]);

/** Calls of parts that do nothing but answer: made without an example. What may reach out, write or cost money has to have one. */
export function sampleCalls(
  description: PluginDescription,
  { cwd }: { readonly cwd: string },
): readonly PluginExample[] {
  return [
    ...Object.keys(description.sections).map((name) => ({
      call: ["sections", name, "text"],
      params: { platform: "cli" },
    })),
    ...hookEventNames
      .filter((event) => description.hooks.includes(event))
      .map((event) => ({
        call: ["hooks", event],
        params: { hook_event_name: event, session_id: "sample", cwd, ...payloads[event] },
      })),
    ...Object.keys(description.contextEngines).map((name) => ({
      call: ["contextEngines", name, "compress"],
      params: { messages, inputTokens: 900, contextWindow: 1_000, reason: "threshold" },
    })),
  ];
}
