import type { AssistantPart, FinishReason } from "../message.ts";
import type { ModelEvent } from "../model.ts";
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
import { RepeatedText } from "../transport/repeated-text.ts";
import { citationsItem } from "../render/anthropic-messages.ts";
import { noUsage, type Usage } from "../usage.ts";
import type { DecoderContext } from "./http-model.ts";
import { type CallSlot, ToolCallSlots } from "./tool-call-slots.ts";

const finishReasons: Readonly<Record<string, FinishReason>> = {
  tool_use: "tool-calls",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "content-filter",
  // Anthropic's own tools took too many rounds for one answer: it wants to go on.
  pause_turn: "length",
};

/** A block of the answer under way. */
interface Block {
  readonly type: string;
  /** Text, or thoughts. */
  text: string;
  signature: string;
  /** As it came, for what is kept untouched. */
  readonly start: JsonRecord;
  /** Of a call that is ours. */
  readonly call: CallSlot | undefined;
  /** JSON text of the input of a call that is run by the provider. */
  input: string;
  readonly citations: unknown[];
}

/** Reads the stream of Anthropic Messages. */
export class MessagesDecoder implements AnswerDecoder {
  finished = false;
  readonly #context: DecoderContext;
  readonly #calls: ToolCallSlots;
  /** In the order in which they began. */
  readonly #blocks: Block[] = [];
  readonly #byIndex = new Map<number, Block>();
  readonly #pattern = new RepeatedText("text");
  #patternBlock: Block | undefined;
  #stopReason: string | undefined;
  #usage: Usage = noUsage;
  #model: string | undefined;

  constructor(context: DecoderContext) {
    this.#context = context;
    this.#calls = new ToolCallSlots(context.tools, context.origin);
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

  document(document: JsonRecord, events: ModelEvent[]): boolean {
    if (document["type"] === "error" || isRecord(document["error"]))
      throw this.#context.streamError(document);
    if (document["type"] !== "message" || !Array.isArray(document["content"])) return false;
    this.#start(document);
    for (const [index, block] of listAt(document, "content").entries()) {
      if (!isRecord(block)) continue;
      this.#startBlock(index, block, events);
      this.#stopBlock(index, events);
    }
    this.#stopReason = textAt(document, "stop_reason") ?? "end_turn";
    return true;
  }

  #start(message: JsonRecord): void {
    this.#model = textAt(message, "model");
    this.#count(recordAt(message, "usage"));
  }

  #startBlock(index: number, start: JsonRecord, events: ModelEvent[]): void {
    const type = textAt(start, "type") ?? "";
    const call =
      type === "tool_use"
        ? this.#calls.begin({ id: textAt(start, "id"), name: textAt(start, "name") ?? "" })
        : undefined;
    const citations = type === "text" ? [...listAt(start, "citations")] : [];
    const block: Block = { type, text: "", signature: "", start, call, input: "", citations };
    this.#blocks.push(block);
    this.#byIndex.set(index, block);
    if (type === "text") this.#addText(block, textAt(start, "text") ?? "", events);
    if (type === "thinking") this.#addThought(block, textAt(start, "thinking") ?? "", events);
    if (type === "thinking") block.signature = textAt(start, "signature") ?? "";
    if (call === undefined) return;
    const caller = recordAt(start, "caller");
    if (caller !== undefined) call.fields = { caller };
    this.#calls.extend(call, "", events);
  }

  #delta(event: JsonRecord, data: string, events: ModelEvent[]): void {
    const block = this.#byIndex.get(indexOf(event));
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
      case "citations_delta":
        if (isRecord(delta["citation"])) block.citations.push(delta["citation"]);
        break;
      case "input_json_delta": {
        const piece = textAt(delta, "partial_json") ?? "";
        block.input += piece;
        if (block.call !== undefined) this.#calls.extend(block.call, piece, events);
        break;
      }
    }
  }

  /** A call without deltas has all its input in the start of its block. */
  #stopBlock(index: number, events: ModelEvent[]): void {
    const block = this.#byIndex.get(index);
    if (block?.call === undefined || block.input !== "") return;
    block.input = JSON.stringify(recordAt(block.start, "input") ?? {});
    this.#calls.extend(block.call, block.input, events);
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
    const written = usage === undefined ? undefined : recordAt(usage, "cache_creation");
    const cacheWrite1hTokens =
      countAt(written, "ephemeral_1h_input_tokens") ?? this.#usage.cacheWrite1hTokens ?? 0;
    this.#usage = {
      inputTokens: countAt(usage, "input_tokens") ?? this.#usage.inputTokens,
      outputTokens: countAt(usage, "output_tokens") ?? this.#usage.outputTokens,
      cacheReadTokens: countAt(usage, "cache_read_input_tokens") ?? this.#usage.cacheReadTokens,
      cacheWriteTokens: countAt(usage, "cache_creation_input_tokens") ?? this.#usage.cacheWriteTokens,
      reasoningTokens: countAt(details, "thinking_tokens") ?? this.#usage.reasoningTokens,
      ...(cacheWrite1hTokens === 0 ? {} : { cacheWrite1hTokens }),
    };
  }

  end(events: ModelEvent[]): void {
    if (this.finished || this.#stopReason === undefined) return;
    this.finished = true;
    this.#calls.end(events);
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
    return this.#blocks.flatMap((block) => this.#parts(block));
  }

  #parts({ type, text, signature, start, call, input, citations }: Block): AssistantPart[] {
    const provider = this.#context.origin;
    const kept = (item: unknown): AssistantPart => ({ type: "provider", provider, item });
    switch (type) {
      case "text": {
        const sources = citations.length === 0 ? [] : [kept({ type: citationsItem, citations })];
        return text === "" ? [] : [...sources, { type: "text", text }];
      }
      case "thinking":
        if (text === "" && signature === "") return [];
        return [{ type: "reasoning", text, provider, ...(signature === "" ? {} : { signature }) }];
      case "tool_use":
        return call === undefined ? [] : [this.#calls.part(call)];
      case "":
        return [];
      default:
        // Tools that the provider runs itself, and what came of them, among others.
        return [kept(input === "" ? start : { ...start, input: parsedInput(input) })];
    }
  }
}

/** The input of a call of the provider's own; one that was cut off is no input. */
function parsedInput(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function indexOf(event: JsonRecord): number {
  return numberAt(event, "index") ?? 0;
}
