import type { AssistantPart, FinishReason } from "../message.ts";
import type { ModelEvent } from "../model.ts";
import type { AnswerDecoder } from "../transport/answer-stream.ts";
import { type JsonRecord, numberAt, recordAt, textAt } from "../transport/json-fields.ts";
import { RepeatedText } from "../transport/repeated-text.ts";
import { noUsage, type Usage } from "../usage.ts";
import type { DecoderContext } from "./http-model.ts";
import { ToolCallSlots } from "./tool-call-slots.ts";

const finishReasons: Readonly<Record<string, FinishReason>> = {
  tool_use: "tool-calls",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "content-filter",
};

/** A block of the answer under way. */
interface Block {
  readonly type: string;
  /** Text, or thoughts. */
  text: string;
  signature: string;
  /** As it came, for what is kept untouched. */
  readonly start: JsonRecord;
  hasArguments: boolean;
}

/** Reads the stream of Anthropic Messages. */
export class MessagesDecoder implements AnswerDecoder {
  finished = false;
  readonly #context: DecoderContext;
  readonly #calls: ToolCallSlots;
  readonly #blocks = new Map<number, Block>();
  readonly #pattern = new RepeatedText("text");
  #patternBlock: Block | undefined;
  #stopReason: string | undefined;
  #usage: Usage = noUsage;
  #model: string | undefined;

  constructor(context: DecoderContext) {
    this.#context = context;
    this.#calls = new ToolCallSlots(context.toolNames);
  }

  data(data: string, events: ModelEvent[]): void {
    const text = this.#pattern.match(data);
    if (text !== undefined && this.#patternBlock !== undefined) {
      return this.#addText(this.#patternBlock, text, events);
    }
    if (data === "[DONE]") return this.end(events);
    const event = this.#context.parse(data);
    switch (event["type"]) {
      case "message_start":
        this.#start(recordAt(event, "message") ?? {});
        break;
      case "content_block_start":
        this.#startBlock(indexOf(event), recordAt(event, "content_block") ?? {}, events);
        break;
      case "content_block_delta":
        this.#delta(event, data, events);
        break;
      case "content_block_stop":
        this.#stopBlock(indexOf(event), events);
        break;
      case "message_delta":
        this.#stopReason = textAt(recordAt(event, "delta") ?? {}, "stop_reason") ?? this.#stopReason;
        this.#count(recordAt(event, "usage"));
        break;
      case "message_stop":
        this.end(events);
        break;
      case "error":
        throw this.#context.streamError(event);
    }
  }

  #start(message: JsonRecord): void {
    this.#model = textAt(message, "model");
    this.#count(recordAt(message, "usage"));
  }

  #startBlock(index: number, start: JsonRecord, events: ModelEvent[]): void {
    const type = textAt(start, "type") ?? "";
    const block: Block = { type, text: "", signature: "", start, hasArguments: false };
    this.#blocks.set(index, block);
    if (type === "text") this.#addText(block, textAt(start, "text") ?? "", events);
    if (type === "thinking") this.#addThought(block, textAt(start, "thinking") ?? "", events);
    if (type === "thinking") block.signature = textAt(start, "signature") ?? "";
    if (type === "tool_use") {
      this.#calls.add({ index, id: textAt(start, "id"), name: textAt(start, "name"), arguments: "" }, events);
    }
  }

  #delta(event: JsonRecord, data: string, events: ModelEvent[]): void {
    const index = indexOf(event);
    const block = this.#blocks.get(index);
    const delta = recordAt(event, "delta");
    if (block === undefined || delta === undefined) return;
    switch (delta["type"]) {
      case "text_delta": {
        const text = textAt(delta, "text") ?? "";
        this.#addText(block, text, events);
        this.#pattern.learn(data, text);
        this.#patternBlock = block;
        break;
      }
      case "thinking_delta":
        this.#addThought(block, textAt(delta, "thinking") ?? "", events);
        break;
      case "signature_delta":
        block.signature += textAt(delta, "signature") ?? "";
        break;
      case "input_json_delta": {
        const piece = textAt(delta, "partial_json") ?? "";
        if (piece === "") break;
        block.hasArguments = true;
        this.#calls.add({ index, id: undefined, name: undefined, arguments: piece }, events);
        break;
      }
    }
  }

  /** A call without deltas has all its input in the start of its block. */
  #stopBlock(index: number, events: ModelEvent[]): void {
    const block = this.#blocks.get(index);
    if (block?.type !== "tool_use" || block.hasArguments) return;
    const input = JSON.stringify(recordAt(block.start, "input") ?? {});
    this.#calls.add({ index, id: undefined, name: undefined, arguments: input }, events);
  }

  #addText(block: Block, text: string, events: ModelEvent[]): void {
    if (text === "") return;
    block.text += text;
    events.push({ type: "text-delta", text });
  }

  #addThought(block: Block, text: string, events: ModelEvent[]): void {
    if (text === "") return;
    block.text += text;
    events.push({ type: "reasoning-delta", text });
  }

  /** Counts are totals; later ones stand for earlier ones. */
  #count(usage: JsonRecord | undefined): void {
    const details = usage === undefined ? undefined : recordAt(usage, "output_tokens_details");
    this.#usage = {
      inputTokens: numberAt(usage, "input_tokens") ?? this.#usage.inputTokens,
      outputTokens: numberAt(usage, "output_tokens") ?? this.#usage.outputTokens,
      cacheReadTokens: numberAt(usage, "cache_read_input_tokens") ?? this.#usage.cacheReadTokens,
      cacheWriteTokens: numberAt(usage, "cache_creation_input_tokens") ?? this.#usage.cacheWriteTokens,
      reasoningTokens: numberAt(details, "thinking_tokens") ?? this.#usage.reasoningTokens,
    };
  }

  end(events: ModelEvent[]): void {
    if (this.finished || this.#stopReason === undefined) return;
    this.finished = true;
    const said = finishReasons[this.#stopReason] ?? "stop";
    const finishReason = said === "stop" && this.#calls.size > 0 ? "tool-calls" : said;
    events.push({
      type: "finish",
      message: { role: "assistant", content: this.#content(), finishReason },
      finishReason,
      usage: this.#context.priced(this.#usage),
      ...(this.#model === undefined ? {} : { model: this.#model }),
    });
  }

  #content(): AssistantPart[] {
    const provider = this.#context.origin;
    const calls = this.#calls.parts();
    const parts: AssistantPart[] = [];
    for (const { type, text, signature, start } of this.#blocks.values()) {
      if (type === "text" && text !== "") parts.push({ type: "text", text });
      else if (type === "thinking" && (text !== "" || signature !== "")) {
        parts.push({ type: "reasoning", text, provider, ...(signature === "" ? {} : { signature }) });
      } else if (type === "redacted_thinking") parts.push({ type: "provider", provider, item: start });
      else if (type === "tool_use") {
        const call = calls.shift();
        if (call !== undefined) parts.push(call);
      }
    }
    return parts;
  }
}

function indexOf(event: JsonRecord): number {
  return numberAt(event, "index") ?? 0;
}
