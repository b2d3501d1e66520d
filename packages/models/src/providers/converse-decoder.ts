import type { AssistantPart, FinishReason } from "../message.ts";
import type { ModelEvent } from "../model.ts";
import { redactedItem } from "../render/bedrock-converse.ts";
import type { AnswerDecoder } from "../transport/answer-decoder.ts";
import {
  countAt,
  isRecord,
  type JsonRecord,
  listAt,
  numberAt,
  recordAt,
  textAt,
} from "../transport/json-fields.ts";
import { noUsage, type Usage } from "../usage.ts";
import type { DecoderContext } from "./http-model.ts";
import { type CallSlot, newCallId, ToolCallSlots } from "./tool-call-slots.ts";

const finishReasons: Readonly<Record<string, FinishReason | "error">> = {
  tool_use: "tool-calls",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  guardrail_intervened: "content-filter",
  content_filtered: "content-filter",
  refusal: "content-filter",
  malformed_model_output: "error",
  malformed_tool_use: "error",
};

/** A block of the answer under way. */
interface Block {
  kind: "text" | "thought" | "redacted" | "call";
  /** Text, thoughts, or what is hidden. */
  text: string;
  signature: string;
  readonly call: CallSlot | undefined;
}

/** Reads the events of Amazon Bedrock's ConverseStream. */
export class ConverseDecoder implements AnswerDecoder {
  finished = false;
  readonly #context: DecoderContext;
  readonly #calls: ToolCallSlots;
  /** In the order in which they began. */
  readonly #blocks: Block[] = [];
  readonly #byIndex = new Map<number, Block>();
  #stopReason: string | undefined;
  #usage: Usage = noUsage;

  constructor(context: DecoderContext) {
    this.#context = context;
    this.#calls = new ToolCallSlots(context.tools, context.origin);
  }

  data(data: string, events: ModelEvent[]): void {
    const event = this.#context.parse(data);
    const failure = recordAt(event, "error");
    if (failure !== undefined) throw this.#context.streamError(failureOf(failure));
    const start = recordAt(event, "contentBlockStart");
    if (start !== undefined) this.#start(start, events);
    const delta = recordAt(event, "contentBlockDelta");
    if (delta !== undefined) this.#delta(indexOf(delta), recordAt(delta, "delta") ?? {}, events);
    const stop = recordAt(event, "messageStop");
    if (stop !== undefined) this.#stop(textAt(stop, "stopReason") ?? "end_turn");
    const metadata = recordAt(event, "metadata");
    if (metadata === undefined) return;
    this.#count(recordAt(metadata, "usage"));
    this.end(events);
  }

  /** An answer of Converse, which does not stream. */
  document(document: JsonRecord, events: ModelEvent[]): boolean {
    const message = recordAt(recordAt(document, "output") ?? {}, "message");
    if (message === undefined) return false;
    for (const [index, block] of listAt(message, "content").entries()) {
      if (!isRecord(block)) continue;
      const call = recordAt(block, "toolUse");
      const thought = recordAt(recordAt(block, "reasoningContent") ?? {}, "reasoningText");
      if (call !== undefined) {
        this.#start({ contentBlockIndex: index, start: block }, events);
        this.#delta(index, { toolUse: { input: JSON.stringify(call["input"] ?? {}) } }, events);
      } else this.#delta(index, thought === undefined ? block : { reasoningContent: thought }, events);
    }
    this.#stop(textAt(document, "stopReason") ?? "end_turn");
    this.#count(recordAt(document, "usage"));
    return true;
  }

  #start(event: JsonRecord, events: ModelEvent[]): void {
    const tool = recordAt(recordAt(event, "start") ?? {}, "toolUse");
    if (tool === undefined) return;
    const id = textAt(tool, "toolUseId") ?? newCallId();
    const call = this.#calls.begin({ id, name: textAt(tool, "name") ?? "" });
    this.#calls.extend(call, "", events);
    const block: Block = { kind: "call", text: "", signature: "", call };
    this.#blocks.push(block);
    this.#byIndex.set(indexOf(event), block);
  }

  #delta(index: number, delta: JsonRecord, events: ModelEvent[]): void {
    const input = recordAt(delta, "toolUse");
    const call = this.#byIndex.get(index)?.call;
    if (input !== undefined && call !== undefined)
      this.#calls.extend(call, textAt(input, "input") ?? "", events);
    const text = textAt(delta, "text");
    if (text !== undefined) this.#say("text", index, text, events);
    const thought = recordAt(delta, "reasoningContent");
    if (thought === undefined) return;
    const words = textAt(thought, "text");
    if (words !== undefined) this.#say("thought", index, words, events);
    const signature = textAt(thought, "signature");
    if (signature !== undefined) this.#blockAt(index, "thought").signature += signature;
    const hidden = textAt(thought, "redactedContent");
    if (hidden !== undefined) this.#blockAt(index, "redacted").text += hidden;
  }

  #say(kind: "text" | "thought", index: number, text: string, events: ModelEvent[]): void {
    this.#blockAt(index, kind).text += text;
    events.push({ type: kind === "text" ? "text-delta" : "reasoning-delta", text });
  }

  /** Only calls say that they begin. */
  #blockAt(index: number, kind: Block["kind"]): Block {
    const known = this.#byIndex.get(index);
    if (known?.kind === kind) return known;
    const block: Block = { kind, text: "", signature: "", call: undefined };
    this.#blocks.push(block);
    this.#byIndex.set(index, block);
    return block;
  }

  #stop(reason: string): void {
    if (finishReasons[reason] === "error")
      throw this.#context.streamError({
        type: "server_error",
        message: `the answer ended with stopReason "${reason}"`,
      });
    this.#stopReason = reason;
  }

  #count(usage: JsonRecord | undefined): void {
    this.#usage = {
      inputTokens: countAt(usage, "inputTokens") ?? 0,
      outputTokens: countAt(usage, "outputTokens") ?? 0,
      cacheReadTokens: countAt(usage, "cacheReadInputTokens") ?? 0,
      cacheWriteTokens: countAt(usage, "cacheWriteInputTokens") ?? 0,
      reasoningTokens: 0,
    };
  }

  /** Called with the counts, which come last, or when the stream ended without any. */
  end(events: ModelEvent[]): void {
    if (this.finished || this.#stopReason === undefined) return;
    this.finished = true;
    this.#calls.end(events);
    const said = finishReasons[this.#stopReason];
    const known = said === undefined || said === "error" ? "stop" : said;
    const finishReason = known === "stop" && this.#calls.size > 0 ? "tool-calls" : known;
    events.push({
      type: "finish",
      message: {
        role: "assistant",
        content: this.#blocks.flatMap((block) => this.#part(block)),
        finishReason,
      },
      finishReason,
      usage: this.#context.priced(this.#usage),
    });
  }

  #part({ kind, text, signature, call }: Block): AssistantPart[] {
    const provider = this.#context.origin;
    switch (kind) {
      case "text":
        return [{ type: "text", text }];
      case "thought":
        return [{ type: "reasoning", text, provider, ...(signature === "" ? {} : { signature }) }];
      case "redacted":
        return [{ type: "provider", provider, item: { type: redactedItem, data: text } }];
      case "call":
        return call === undefined ? [] : [this.#calls.part(call)];
    }
  }
}

/** `{code, message}`, where the message of an exception stands in its body. */
function failureOf({ code, message, body }: JsonRecord): JsonRecord {
  const words = isRecord(body) ? (body["message"] ?? body["originalMessage"]) : undefined;
  return { code, message: message ?? words ?? "" };
}

function indexOf(event: JsonRecord): number {
  return numberAt(event, "contentBlockIndex") ?? 0;
}
