import type { AgentHooks, HookContext } from "@hermes/agent-loop";
import type { UserMessage } from "@hermes/models";
import type { ProvenanceSource } from "@hermes/registry";
import { hookAnswers } from "./hook-answers.ts";
import type { HookEventName, HookEvents } from "./hook-events.ts";

type HookPayload = HookEvents[HookEventName];

export interface JsonHooksOptions {
  /** For warnings and refusals. */
  readonly name: string;
  /** Only these are told. */
  readonly events: readonly HookEventName[];
  /** Gives what was answered, unchecked; undefined: nothing. What it throws is a failure of the hook. */
  readonly ask: (
    event: HookEventName,
    payload: HookPayload,
    options: { readonly signal: AbortSignal },
  ) => Promise<unknown>;
  /** Folder of the work. */
  readonly cwd: () => string;
  /** Of one answer. @default that of `AgentHooks` */
  readonly timeoutMs?: number | undefined;
  /** Where context comes from that it adds: untrusted. @default "hook" */
  readonly source?: ProvenanceSource | undefined;
}

/**
 * What happens in a session as JSON, and the answers back: for programs that the settings name and for plug-ins. What can't be
 * understood is a failure, which the port takes as a no where the step can be refused.
 */
export function jsonHooks(options: JsonHooksOptions): AgentHooks {
  const { name, timeoutMs, events } = options;
  const hasEvent = (event: HookEventName): boolean => events.includes(event);
  const onlyIf = (event: HookEventName, callbacks: Partial<AgentHooks>): Partial<AgentHooks> =>
    hasEvent(event) ? callbacks : {};
  const { tell, base } = asking(options);
  return {
    name,
    timeoutMs,
    ...wordsHooks(options, hasEvent),
    ...toolHooks(options, hasEvent),
    ...onlyIf("on_session_end", {
      async sessionEnd(_session, context) {
        await tell("on_session_end", base("on_session_end", context), context);
      },
    }),
    ...onlyIf("on_turn_end", {
      async messageOut({ reason, text }, context) {
        await tell("on_turn_end", { ...base("on_turn_end", context), reason, response: text }, context);
      },
    }),
    ...onlyIf("pre_compress", {
      async beforeCompression({ reason }, context) {
        const given = await tell("pre_compress", { ...base("pre_compress", context), reason }, context);
        return hookAnswers.pre_compress(given);
      },
    }),
    ...onlyIf("post_compress", {
      async afterCompression({ messages }, context) {
        const event = { ...base("post_compress", context), messages: messages.length };
        await tell("post_compress", event, context);
      },
    }),
    ...onlyIf("pre_approval_request", {
      async approvalRequest({ tool, summary, reason }, context) {
        const event = { ...base("pre_approval_request", context), tool_name: tool, summary, reason };
        const answer = hookAnswers.pre_approval_request(await tell("pre_approval_request", event, context));
        return answer && { block: answer.reason };
      },
    }),
    ...onlyIf("post_approval_response", {
      async approvalAnswer({ request, answer: { approved } }, context) {
        const event = { ...base("post_approval_response", context), tool_name: request.tool, approved };
        await tell("post_approval_response", event, context);
      },
    }),
  };
}

/** What comes in, and the beginning of a session: its context joins the first words. */
function wordsHooks(
  options: JsonHooksOptions,
  hasEvent: (event: HookEventName) => boolean,
): Partial<AgentHooks> {
  const { name, source = "hook" } = options;
  const { tell, base } = asking(options);
  /** By session, until it is said. */
  const waiting = new Map<string, string>();
  const withContext = (message: UserMessage, texts: readonly string[]): UserMessage | undefined =>
    texts.length === 0
      ? undefined
      : {
          ...message,
          notes: [...(message.notes ?? []), ...texts],
          provenance: [...(message.provenance ?? []), { source, name }],
        };
  if (!hasEvent("on_session_start") && !hasEvent("pre_llm_call")) return {};
  return {
    ...(hasEvent("on_session_start") && {
      async sessionStart({ resumed }, context) {
        const given = await tell(
          "on_session_start",
          { ...base("on_session_start", context), resumed },
          context,
        );
        const answer = hookAnswers.on_session_start(given);
        if (answer !== undefined) waiting.set(context.sessionId, answer.context);
      },
    }),
    async messageIn(message, context) {
      const early = waiting.get(context.sessionId);
      waiting.delete(context.sessionId);
      const texts = early === undefined ? [] : [early];
      if (!hasEvent("pre_llm_call")) return withContext(message, texts);
      const event = { ...base("pre_llm_call", context), prompt: wordsOf(message) };
      const answer = hookAnswers.pre_llm_call(await tell("pre_llm_call", event, context));
      if (answer !== undefined && "decision" in answer) return { block: answer.reason };
      return withContext(message, answer === undefined ? texts : [...texts, answer.context]);
    },
  };
}

function toolHooks(
  options: JsonHooksOptions,
  hasEvent: (event: HookEventName) => boolean,
): Pick<AgentHooks, "beforeToolCall" | "afterToolCall"> {
  const { tell, base } = asking(options);
  return {
    ...(hasEvent("pre_tool_call") && {
      async beforeToolCall({ tool, args }, context) {
        const event = {
          ...base("pre_tool_call", context),
          ...{ tool_name: tool.name, tool_input: args, tool_call_id: context.callId },
        };
        const answer = hookAnswers.pre_tool_call(await tell("pre_tool_call", event, context));
        if (answer === undefined) return undefined;
        return "decision" in answer ? { block: answer.reason } : { args: answer.tool_input };
      },
    }),
    ...(hasEvent("post_tool_call") && {
      async afterToolCall({ tool, args, result, durationMs }, context) {
        const event = {
          ...base("post_tool_call", context),
          ...{ tool_name: tool.name, tool_input: args, tool_call_id: context.callId },
          ...{ tool_response: result.content, is_error: result.isError, duration_ms: Math.round(durationMs) },
        };
        const answer = hookAnswers.post_tool_call(await tell("post_tool_call", event, context));
        return answer && { value: valueOf(answer.tool_response) };
      },
    }),
  };
}

interface Asking {
  base(
    event: HookEventName,
    context: Pick<HookContext, "sessionId">,
  ): { readonly hook_event_name: string; readonly session_id: string; readonly cwd: string };
  tell<Event extends HookEventName>(
    event: Event,
    payload: HookEvents[Event],
    context: Pick<HookContext, "signal">,
  ): Promise<unknown>;
}

function asking({ ask, cwd }: JsonHooksOptions): Asking {
  return {
    base: (event, { sessionId }) => ({ hook_event_name: event, session_id: sessionId, cwd: cwd() }),
    tell: async (event, payload, { signal }) => await ask(event, payload, { signal }),
  };
}

function wordsOf({ content }: UserMessage): string {
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

/** As a tool would return it: a text that is JSON of an object or a list stays one. */
function valueOf(text: string): unknown {
  if (!/^\s*[[{]/u.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
