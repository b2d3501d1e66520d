import type { HookEventName, HookEvents } from "@hermes/plugins/hooks";

/** An event as it could be, to try hooks with. */
export function sampleEvent(
  event: HookEventName,
  { cwd, tool = "terminal" }: { readonly cwd: string; readonly tool?: string | undefined },
): HookEvents[HookEventName] {
  const base = { hook_event_name: event, session_id: "sample-session", cwd };
  const call = { tool_name: tool, tool_input: inputOf(tool), tool_call_id: "sample-call" };
  const samples: { readonly [Event in HookEventName]: HookEvents[Event] } = {
    on_session_start: { ...base, resumed: false },
    on_session_end: base,
    pre_llm_call: { ...base, prompt: "What does this project do?" },
    on_turn_end: { ...base, reason: "answered", response: "It says hello." },
    pre_tool_call: { ...base, ...call },
    post_tool_call: { ...base, ...call, tool_response: '{"ok":true}', is_error: false, duration_ms: 12 },
    pre_compress: { ...base, reason: "threshold" },
    post_compress: { ...base, messages: 12 },
    pre_approval_request: {
      ...base,
      tool_name: tool,
      summary: "git push --force",
      reason: "It overwrites history.",
    },
    post_approval_response: { ...base, tool_name: tool, approved: true },
  };
  return samples[event];
}

function inputOf(tool: string): unknown {
  if (tool === "terminal") return { command: "echo hello" };
  if (tool === "write_file") return { path: "notes.md", content: "Hello.\n" };
  return { path: "notes.md" };
}
