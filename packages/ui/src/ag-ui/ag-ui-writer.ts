import type { AgentEvent, TurnEnd, Usage } from "@hermes/agent-loop";
import { callsOf, textOf } from "../follow/stored-events.ts";
import type { AssistantMessage } from "../follow/stored-events.ts";
import type { ErrorOptions } from "../follow/without-details.ts";
import type { AgUiEvent, AgUiInterrupt, AgUiMessage, AgUiUsage } from "./ag-ui-event.ts";

export interface AgUiOptions extends ErrorOptions {
  readonly threadId: string;
  readonly runId: string;
  /** What the client has already: with it an answer that starts anew is taken back. */
  readonly messages?: readonly AgUiMessage[] | undefined;
  /** Name of the model, for the usage. */
  readonly model?: string | undefined;
}

type EventOf<Type extends AgentEvent["type"]> = Extract<AgentEvent, { readonly type: Type }>;
type Events = Generator<AgUiEvent, undefined>;
type Kind = "text" | "reasoning";

/** Tool whose result is the plan of the session: the state of a run. */
const planTool = "todo";

const responseSchema = {
  type: "object",
  properties: { approved: { type: "boolean" }, reason: { type: "string" } },
  required: ["approved"],
};

/** Writes one run of AG-UI from the events of a turn. */
export class AgUiWriter {
  readonly #options: AgUiOptions;
  #isStarted = false;
  #step: string | undefined;
  #open: { readonly kind: Kind; readonly id: string } | undefined;
  /** Of the step under way: its calls belong to that message. */
  #textId: string | undefined;
  #parts = 0;
  readonly #streamed = new Set<string>();
  readonly #told = new Set<string>();
  readonly #asked = new Map<string, EventOf<"approval-request">["request"]>();
  readonly #messages: AgUiMessage[] = [];

  constructor(options: AgUiOptions) {
    this.#options = options;
  }

  *take(event: AgentEvent): Events {
    if (!this.#isStarted) {
      this.#isStarted = true;
      yield { type: "RUN_STARTED", ...this.#run() };
    }
    switch (event.type) {
      case "turn-start":
      case "request-end":
      case "approval-end":
        return undefined;
      case "request-start":
        return yield* this.#beginStep(`request-${event.round}`);
      case "text-delta":
        return yield* this.#delta("text", event.text);
      case "reasoning-delta":
        return yield* this.#delta("reasoning", event.text);
      case "text-restart":
        return yield* this.#restart(event.reason);
      case "tool-call-delta":
        return yield* this.#callDelta(event.callId, event.name, event.arguments);
      case "message":
        return event.message.role === "assistant" ? yield* this.#answer(event.message) : undefined;
      case "tool-call-start":
        return yield* this.#call(event.callId, event.name, event.arguments);
      case "tool-call-end":
        return yield* this.#result(event);
      case "approval-request":
        this.#asked.set(event.request.callId, event.request);
        yield { type: "CUSTOM", name: "approval-request", value: event.request };
        return undefined;
      case "turn-end":
        return yield* this.#finish(event);
      default: {
        const { type: name, ...value } = event;
        yield { type: "CUSTOM", name, value };
        return undefined;
      }
    }
  }

  #run(): { readonly threadId: string; readonly runId: string } {
    const { threadId, runId } = this.#options;
    return { threadId, runId };
  }

  *#beginStep(stepName: string): Events {
    yield* this.#endStep();
    this.#step = stepName;
    this.#textId = undefined;
    yield { type: "STEP_STARTED", stepName };
    return undefined;
  }

  *#endStep(): Events {
    yield* this.#close();
    for (const toolCallId of this.#streamed) yield { type: "TOOL_CALL_END", toolCallId };
    this.#streamed.clear();
    if (this.#step !== undefined) yield { type: "STEP_FINISHED", stepName: this.#step };
    this.#step = undefined;
    return undefined;
  }

  *#delta(kind: Kind, delta: string): Events {
    if (delta === "") return undefined;
    if (this.#open?.kind !== kind) {
      yield* this.#close();
      const messageId = `${this.#options.runId}-${kind}-${++this.#parts}`;
      this.#open = { kind, id: messageId };
      if (kind === "text") {
        this.#textId = messageId;
        yield { type: "TEXT_MESSAGE_START", messageId, role: "assistant" };
      } else {
        yield { type: "REASONING_START", messageId };
        yield { type: "REASONING_MESSAGE_START", messageId, role: "reasoning" };
      }
    }
    const type = kind === "text" ? "TEXT_MESSAGE_CONTENT" : "REASONING_MESSAGE_CONTENT";
    yield { type, messageId: this.#open.id, delta };
    return undefined;
  }

  *#close(): Events {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return undefined;
    if (open.kind === "text") yield { type: "TEXT_MESSAGE_END", messageId: open.id };
    else {
      yield { type: "REASONING_MESSAGE_END", messageId: open.id };
      yield { type: "REASONING_END", messageId: open.id };
    }
    return undefined;
  }

  /** The protocol can't take a message back: the whole list is told again without it. */
  *#restart(reason: string): Events {
    yield* this.#close();
    this.#textId = undefined;
    for (const toolCallId of this.#streamed) yield { type: "TOOL_CALL_END", toolCallId };
    for (const callId of this.#streamed) this.#told.delete(callId);
    this.#streamed.clear();
    yield { type: "CUSTOM", name: "text-restart", value: { reason } };
    const { messages } = this.#options;
    if (messages !== undefined)
      yield { type: "MESSAGES_SNAPSHOT", messages: [...messages, ...this.#messages] };
    return undefined;
  }

  *#callDelta(toolCallId: string, toolCallName: string, delta: string): Events {
    if (!this.#told.has(toolCallId)) {
      yield* this.#close();
      this.#told.add(toolCallId);
      this.#streamed.add(toolCallId);
      const parent = this.#textId === undefined ? {} : { parentMessageId: this.#textId };
      yield { type: "TOOL_CALL_START", toolCallId, toolCallName, ...parent };
    }
    if (delta !== "") yield { type: "TOOL_CALL_ARGS", toolCallId, delta };
    return undefined;
  }

  *#call(callId: string, name: string, written: string): Events {
    if (this.#told.has(callId)) return undefined;
    yield* this.#callDelta(callId, name, written);
    this.#streamed.delete(callId);
    yield { type: "TOOL_CALL_END", toolCallId: callId };
    return undefined;
  }

  *#answer(message: AssistantMessage): Events {
    const id = this.#textId ?? `${this.#options.runId}-answer-${++this.#parts}`;
    yield* this.#close();
    const calls = callsOf(message);
    for (const toolCallId of this.#streamed) yield { type: "TOOL_CALL_END", toolCallId };
    this.#streamed.clear();
    for (const call of calls) yield* this.#call(call.id, call.name, call.arguments);
    const toolCalls = calls.map((call) => ({
      ...{ id: call.id, type: "function" },
      function: { name: call.name, arguments: call.arguments },
    }));
    const content = textOf(message);
    this.#messages.push({ id, role: "assistant", content, ...(calls.length === 0 ? {} : { toolCalls }) });
    return undefined;
  }

  *#result({ callId, name, content, isError, ...event }: EventOf<"tool-call-end">): Events {
    yield* this.#call(callId, name, "");
    this.#asked.delete(callId);
    const messageId = `${callId}-result`;
    yield { type: "TOOL_CALL_RESULT", messageId, toolCallId: callId, content, role: "tool" };
    this.#messages.push({ id: messageId, role: "tool", toolCallId: callId, content });
    if (name === planTool && !isError)
      yield { type: "STATE_SNAPSHOT", snapshot: event.output ?? asJson(content) };
    return undefined;
  }

  *#finish(end: TurnEnd): Events {
    yield* this.#endStep();
    const { reason, error, text, output, usage: used, children } = end;
    const usage = [used, ...(children === undefined ? [] : [children])].map((each) => this.#usage(each));
    if (error !== undefined) {
      yield { type: "RUN_ERROR", message: error.message, code: error.code, usage };
      return undefined;
    }
    const result = { reason, text, ...(output === undefined ? {} : { output }) };
    const interrupts = [...this.#asked.values()].map(interruptOf);
    const outcome =
      reason === "awaiting-approval"
        ? ({ type: "interrupt", interrupts } as const)
        : ({ type: reason === "interrupted" ? "cancelled" : "success" } as const);
    yield { type: "RUN_FINISHED", ...this.#run(), result, outcome, usage };
    return undefined;
  }

  #usage(usage: Usage): AgUiUsage {
    const { model } = this.#options;
    const inputTokens = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
    return {
      ...(model === undefined ? {} : { model }),
      ...{ inputTokens, outputTokens: usage.outputTokens, totalTokens: inputTokens + usage.outputTokens },
      reasoningTokens: usage.reasoningTokens,
      cachedInputTokens: usage.cacheReadTokens,
      cacheWriteInputTokens: usage.cacheWriteTokens,
    };
  }
}

function interruptOf({
  id,
  callId,
  summary,
  expiresAt,
  reason,
  tool,
  action,
}: EventOf<"approval-request">["request"]): AgUiInterrupt {
  return {
    ...{ id, reason: "approval", message: summary, toolCallId: callId, responseSchema },
    ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() }),
    metadata: { why: reason, tool, action },
  };
}

function asJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    // A list that was too long was cut.
    return { todos: [] };
  }
}
