import type { AgentEvent, TurnEnd } from "@hermes/agent-loop";
import { callsOf } from "../follow/stored-events.ts";
import type { ErrorOptions } from "../follow/without-details.ts";
import { errorOf, inputOf, outputOf } from "./call-values.ts";
import type { UIMessageChunk, UIMetadata } from "./ui-message-chunk.ts";

export interface UIMessageStreamOptions extends ErrorOptions {
  /** Of the message that the turn writes; called when its first part comes. @default the client makes one */
  readonly messageId?: string | (() => string | undefined) | undefined;
  /** Name of the model, for the metadata. */
  readonly model?: string | undefined;
  /** @default true */
  readonly sendReasoning?: boolean | undefined;
  /** Ids of questions by those of their calls, of the turn that this one goes on from. */
  readonly approvals?: ReadonlyMap<string, string> | undefined;
  /** Merged into the metadata of the message. Called for each event. */
  readonly metadata?: ((event: AgentEvent) => object | undefined) | undefined;
}

type EventOf<Type extends AgentEvent["type"]> = Extract<AgentEvent, { readonly type: Type }>;
type Chunks = Generator<UIMessageChunk, undefined>;

/** Events that go out as they are. */
const transient = {
  retry: "data-retry",
  unsupported: "data-unsupported",
  notice: "data-notice",
  mention: "data-mention",
  warning: "data-warning",
  "compression-start": "data-compression-start",
  compression: "data-compression",
  switch: "data-model-switch",
  "head-changed": "data-head-changed",
} as const;

const finishReasons: Readonly<
  Partial<Record<TurnEnd["reason"], "stop" | "length" | "content-filter" | "tool-calls">>
> = {
  answered: "stop",
  stopped: "stop",
  truncated: "length",
  "budget-exhausted": "length",
  "spend-limit": "length",
  "content-filter": "content-filter",
  "awaiting-approval": "tool-calls",
};

/** Writes one message of the AI SDK from the events of a turn. */
export class ChunkWriter {
  readonly #options: UIMessageStreamOptions;
  #sessionId: string | undefined;
  #isStarted = false;
  #isInStep = false;
  #open: { readonly kind: "text" | "reasoning"; readonly id: string } | undefined;
  #parts = 0;
  /** Names by id, of the calls whose arguments are out. */
  readonly #calls = new Map<string, string>();
  readonly #streamed = new Set<string>();
  /** Ids of questions by those of their calls. */
  readonly #asked: Map<string, string>;

  constructor(options: UIMessageStreamOptions) {
    this.#options = options;
    this.#asked = new Map(options.approvals);
  }

  *take(event: AgentEvent): Chunks {
    yield* this.#chunksOf(event);
    const more = this.#options.metadata?.(event);
    if (more !== undefined) {
      yield* this.#start();
      yield { type: "message-metadata", messageMetadata: more };
    }
    return undefined;
  }

  *#chunksOf(event: AgentEvent): Chunks {
    switch (event.type) {
      case "turn-start":
        this.#sessionId = event.sessionId;
        return undefined;
      case "request-start":
        return yield* this.#beginStep();
      case "text-delta":
        return yield* this.#delta("text", event.text);
      case "reasoning-delta":
        return this.#options.sendReasoning === false
          ? undefined
          : yield* this.#delta("reasoning", event.text);
      case "text-restart":
        return yield* this.#restart();
      case "tool-call-delta":
        return yield* this.#inputDelta(event);
      case "message":
        return yield* this.#message(event);
      case "tool-call-start":
        return yield* this.#call({ ...event, id: event.callId }, event.detail);
      case "tool-call-progress":
        return yield* this.#progress(event);
      case "tool-call-end":
        return yield* this.#callEnd(event);
      case "approval-request":
        return yield* this.#ask(event);
      case "output-delta":
        yield* this.#start();
        yield { type: "data-output", id: "output", data: event.value };
        return undefined;
      case "turn-end":
        return yield* this.#finish(event);
      case "request-end":
      case "approval-end":
        return undefined;
      default:
        return yield* this.#data(event);
    }
  }

  *#start(): Chunks {
    if (this.#isStarted) return undefined;
    this.#isStarted = true;
    const { messageId, model } = this.#options;
    const id = typeof messageId === "function" ? messageId() : messageId;
    const metadata = {
      ...(this.#sessionId === undefined ? {} : { sessionId: this.#sessionId }),
      ...(model === undefined ? {} : { model }),
    };
    yield { type: "start", ...(id === undefined ? {} : { messageId: id }), messageMetadata: metadata };
    return undefined;
  }

  *#beginStep(): Chunks {
    yield* this.#start();
    yield* this.#close();
    if (this.#isInStep) yield { type: "finish-step" };
    this.#isInStep = true;
    yield { type: "start-step" };
    return undefined;
  }

  *#delta(kind: "text" | "reasoning", delta: string): Chunks {
    yield* this.#start();
    if (this.#open?.kind !== kind) {
      yield* this.#close();
      this.#open = { kind, id: `${kind}-${++this.#parts}` };
      yield { type: `${kind}-start`, id: this.#open.id };
    }
    yield { type: `${kind}-delta`, id: this.#open.id, delta };
    return undefined;
  }

  *#close(): Chunks {
    if (this.#open !== undefined) yield { type: `${this.#open.kind}-end`, id: this.#open.id };
    this.#open = undefined;
    return undefined;
  }

  *#restart(): Chunks {
    yield* this.#start();
    this.#open = undefined;
    this.#streamed.clear();
    yield { type: "reset-step" };
    return undefined;
  }

  *#inputDelta({ callId, name, arguments: piece }: EventOf<"tool-call-delta">): Chunks {
    yield* this.#start();
    if (!this.#streamed.has(callId)) {
      yield* this.#close();
      this.#streamed.add(callId);
      yield { type: "tool-input-start", toolCallId: callId, toolName: name };
    }
    if (piece !== "") yield { type: "tool-input-delta", toolCallId: callId, inputTextDelta: piece };
    return undefined;
  }

  *#message({ message }: EventOf<"message">): Chunks {
    if (message.role !== "assistant") return undefined;
    yield* this.#close();
    this.#streamed.clear();
    for (const call of callsOf(message)) yield* this.#call(call);
    return undefined;
  }

  /** A call that stands for another one is told again, under that one's name. */
  *#call(call: { id: string; name: string; arguments: string }, title?: string): Chunks {
    if (this.#calls.get(call.id) === call.name) return undefined;
    this.#calls.set(call.id, call.name);
    yield* this.#start();
    yield {
      ...{ type: "tool-input-available", toolCallId: call.id, toolName: call.name },
      input: inputOf(call.arguments),
      ...(title === undefined ? {} : { title }),
    };
    return undefined;
  }

  *#progress({ type: _type, ...data }: EventOf<"tool-call-progress">): Chunks {
    yield* this.#start();
    yield { type: "data-tool-progress", id: `${data.callId} ${data.subject ?? ""}`, data };
    return undefined;
  }

  *#ask({ request }: EventOf<"approval-request">): Chunks {
    yield* this.#start();
    const { id, callId, reason, sessionId: _, ...what } = request;
    if (!this.#calls.has(callId)) {
      yield { type: "data-approval", id, data: request };
      return undefined;
    }
    if (this.#asked.get(callId) === id) return undefined;
    this.#asked.set(callId, id);
    yield {
      type: "tool-approval-request",
      approvalId: id,
      toolCallId: callId,
      reason,
      approvalDescriptor: what,
    };
    return undefined;
  }

  *#callEnd(event: EventOf<"tool-call-end">): Chunks {
    const { callId: toolCallId, name, content, isError, notRun, shown } = event;
    if (!this.#calls.has(toolCallId)) yield* this.#call({ id: toolCallId, name, arguments: "" });
    const approvalId = this.#asked.get(toolCallId);
    this.#asked.delete(toolCallId);
    if (approvalId !== undefined)
      yield { type: "tool-approval-response", approvalId, approved: notRun !== "refused" };
    if (approvalId !== undefined && notRun === "refused") yield { type: "tool-output-denied", toolCallId };
    else if (isError) yield { type: "tool-output-error", toolCallId, errorText: errorOf(content) };
    else {
      const output = "output" in event ? event.output : outputOf(content);
      const metadata = shown === undefined ? {} : { toolMetadata: { diff: shown.diff } };
      yield { type: "tool-output-available", toolCallId, output, ...metadata };
    }
    return undefined;
  }

  *#data({ type, ...data }: EventOf<keyof typeof transient>): Chunks {
    yield* this.#start();
    // Of an event and its name, one belongs to the other.
    yield { type: transient[type], data, transient: true } as UIMessageChunk;
    return undefined;
  }

  *#finish(end: TurnEnd): Chunks {
    yield* this.#start();
    yield* this.#close();
    if (end.output !== undefined) yield { type: "data-output", id: "output", data: end.output };
    if (this.#isInStep) yield { type: "finish-step" };
    const { usage, children, reason, rounds, error } = end;
    const messageMetadata: UIMetadata = {
      ...{ usage, reason, rounds },
      ...(children === undefined ? {} : { children }),
      ...(error === undefined ? {} : { error }),
    };
    if (reason === "interrupted") yield { type: "abort", reason: "interrupted" };
    if (error !== undefined) {
      // A client reads nothing behind an error.
      yield { type: "message-metadata", messageMetadata };
      yield { type: "error", errorText: error.message };
    }
    const finishReason = finishReasons[reason] ?? (error === undefined ? "other" : "error");
    yield { type: "finish", finishReason, messageMetadata };
    return undefined;
  }
}
