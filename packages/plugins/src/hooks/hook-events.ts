/** What every event says. */
export interface HookEventBase {
  readonly hook_event_name: string;
  readonly session_id: string;
  readonly cwd: string;
}

/** What happens in a session, as JSON: for programs that the settings name and for plug-ins. Names are those of the original. */
export interface HookEvents {
  /** The first turn of a session in this process begins. */
  readonly on_session_start: HookEventBase & { readonly resumed: boolean };
  /** The session is closed. Not after each turn: that is `on_turn_end`. */
  readonly on_session_end: HookEventBase;
  /** Words of the person came in; nothing is written yet. */
  readonly pre_llm_call: HookEventBase & { readonly prompt: string };
  /** A turn has ended. */
  readonly on_turn_end: HookEventBase & { readonly reason: string; readonly response: string };
  /** A tool is about to be called; rules and approvals come after it. */
  readonly pre_tool_call: HookEventBase & {
    readonly tool_name: string;
    readonly tool_input: unknown;
    readonly tool_call_id: string;
  };
  /** A tool was called. */
  readonly post_tool_call: HookEventBase & {
    readonly tool_name: string;
    readonly tool_input: unknown;
    readonly tool_call_id: string;
    readonly tool_response: string;
    readonly is_error: boolean;
    readonly duration_ms: number;
  };
  /** The history is about to be shortened. */
  readonly pre_compress: HookEventBase & { readonly reason: string };
  readonly post_compress: HookEventBase & { readonly messages: number };
  /** A person is about to be asked. */
  readonly pre_approval_request: HookEventBase & {
    readonly tool_name: string;
    readonly summary: string;
    readonly reason: string;
  };
  readonly post_approval_response: HookEventBase & {
    readonly tool_name: string;
    readonly approved: boolean;
  };
}

export interface HookBlock {
  readonly decision: "block";
  readonly reason: string;
}

/** What an answer may be; none leaves all as it is. */
export interface HookAnswers {
  /** Joins the first words of the person. */
  readonly on_session_start: { readonly context: string };
  readonly on_session_end: never;
  readonly pre_llm_call: HookBlock | { readonly context: string };
  readonly on_turn_end: never;
  readonly pre_tool_call: HookBlock | { readonly tool_input: Readonly<Record<string, unknown>> };
  readonly post_tool_call: { readonly tool_response: string };
  readonly pre_compress: { readonly keep: string };
  readonly post_compress: never;
  readonly pre_approval_request: HookBlock;
  readonly post_approval_response: never;
}

export type HookEventName = keyof HookEvents;

const events: Readonly<Record<HookEventName, true>> = {
  on_session_start: true,
  on_session_end: true,
  pre_llm_call: true,
  on_turn_end: true,
  pre_tool_call: true,
  post_tool_call: true,
  pre_compress: true,
  post_compress: true,
  pre_approval_request: true,
  post_approval_response: true,
};

export function isHookEvent(name: string): name is HookEventName {
  return Object.hasOwn(events, name);
}

/** Every event. */
export const hookEventNames: readonly HookEventName[] = Object.keys(events).filter(isHookEvent);
