import type { AssistantPart, FinishReason } from "../message.ts";
import type { ModelEvent } from "../model.ts";
import { signatureItem } from "../render/gemini.ts";
import type { AnswerDecoder } from "../transport/answer-decoder.ts";
import { countAt, isRecord, type JsonRecord, listAt, recordAt, textAt } from "../transport/json-fields.ts";
import { noUsage, type Usage } from "../usage.ts";
import type { DecoderContext } from "./http-model.ts";
import { type CallSlot, newCallId, ToolCallSlots } from "./tool-call-slots.ts";

/** Reasons beside a plain end. */
const finishReasons: Readonly<Record<string, FinishReason | "error">> = {
  MAX_TOKENS: "length",
  SAFETY: "content-filter",
  RECITATION: "content-filter",
  LANGUAGE: "content-filter",
  BLOCKLIST: "content-filter",
  PROHIBITED_CONTENT: "content-filter",
  SPII: "content-filter",
  IMAGE_SAFETY: "content-filter",
  IMAGE_PROHIBITED_CONTENT: "content-filter",
  IMAGE_RECITATION: "content-filter",
  MALFORMED_FUNCTION_CALL: "error",
  MALFORMED_RESPONSE: "error",
  UNEXPECTED_TOOL_CALL: "error",
  TOO_MANY_TOOL_CALLS: "error",
  MISSING_THOUGHT_SIGNATURE: "error",
  OTHER: "error",
};

type Block = { readonly type: "call"; readonly slot: CallSlot } | AssistantPart;

/** Reads the stream of Gemini's generateContent. */
export class GeminiDecoder implements AnswerDecoder {
  finished = false;
  readonly #context: DecoderContext;
  readonly #calls: ToolCallSlots;
  /** In the order in which they came. */
  readonly #blocks: Block[] = [];
  #finishReason: FinishReason | undefined;
  #usage: Usage = noUsage;
  #model: string | undefined;

  constructor(context: DecoderContext) {
    this.#context = context;
    this.#calls = new ToolCallSlots(context.tools, context.origin);
  }

  data(data: string, events: ModelEvent[]): void {
    if (data === "[DONE]") return;
    this.#chunk(this.#context.parse(data), events);
  }

  /** Without `alt=sse`, and without streaming, the answer is a list of the same chunks, or one. */
  document(document: JsonRecord, events: ModelEvent[]): boolean {
    const isChunk = ["candidates", "promptFeedback", "usageMetadata", "error"].some((key) => key in document);
    if (isChunk) this.#chunk(document, events);
    return isChunk;
  }

  #chunk(chunk: JsonRecord, events: ModelEvent[]): void {
    if (isRecord(chunk["error"])) throw this.#context.streamError(chunk);
    const blocked = textAt(recordAt(chunk, "promptFeedback") ?? {}, "blockReason");
    if (blocked !== undefined) throw this.#context.streamError(blockedBy(blocked));
    this.#model = textAt(chunk, "modelVersion") ?? this.#model;
    const usage = recordAt(chunk, "usageMetadata");
    if (usage !== undefined) this.#usage = usageOf(usage);
    const candidate = listAt(chunk, "candidates")[0];
    if (!isRecord(candidate)) return;
    const content = recordAt(candidate, "content");
    for (const part of content === undefined ? [] : listAt(content, "parts"))
      if (isRecord(part)) this.#part(part, events);
    const reason = textAt(candidate, "finishReason");
    if (reason === undefined) return;
    const meaning = finishReasons[reason] ?? "stop";
    if (meaning === "error")
      throw this.#context.streamError(endedBy(reason, textAt(candidate, "finishMessage")));
    this.#finishReason = meaning;
  }

  #part(part: JsonRecord, events: ModelEvent[]): void {
    const signature = textAt(part, "thoughtSignature");
    const call = recordAt(part, "functionCall");
    if (call !== undefined) return this.#call(call, signature, events);
    const text = textAt(part, "text");
    if (part["thought"] === true) this.#thought(text ?? "", signature, events);
    else {
      if (text !== undefined) this.#text(text, events);
      if (signature === undefined) return;
      const item = { type: signatureItem, thoughtSignature: signature };
      this.#blocks.push({ type: "provider", provider: this.#context.origin, item });
    }
  }

  #call(call: JsonRecord, thoughtSignature: string | undefined, events: ModelEvent[]): void {
    const id = textAt(call, "id");
    const slot = this.#calls.begin({ id: id ?? newCallId(), name: textAt(call, "name") ?? "" });
    const fields = {
      ...(id === undefined ? {} : { id }),
      ...(thoughtSignature === undefined ? {} : { thoughtSignature }),
    };
    if (Object.keys(fields).length > 0) slot.fields = fields;
    this.#calls.extend(slot, JSON.stringify(recordAt(call, "args") ?? {}), events);
    this.#blocks.push({ type: "call", slot });
  }

  #text(text: string, events: ModelEvent[]): void {
    events.push({ type: "text-delta", text });
    const last = this.#blocks.at(-1);
    if (last?.type !== "text") this.#blocks.push({ type: "text", text });
    else this.#blocks[this.#blocks.length - 1] = { type: "text", text: last.text + text };
  }

  #thought(text: string, signature: string | undefined, events: ModelEvent[]): void {
    if (text !== "") events.push({ type: "reasoning-delta", text });
    const last = this.#blocks.at(-1);
    const goesOn = last?.type === "reasoning" && last.signature === undefined;
    if (text === "" && signature === undefined) return;
    const thought: Block = {
      type: "reasoning",
      text: (goesOn ? last.text : "") + text,
      provider: this.#context.origin,
      ...(signature === undefined ? {} : { signature }),
    };
    if (goesOn) this.#blocks[this.#blocks.length - 1] = thought;
    else this.#blocks.push(thought);
  }

  /** The last chunk says why it is the last; nothing but the end of the stream follows. */
  end(events: ModelEvent[]): void {
    if (this.finished || this.#finishReason === undefined) return;
    this.finished = true;
    this.#calls.end(events);
    const said = this.#finishReason;
    const finishReason = said === "stop" && this.#calls.size > 0 ? "tool-calls" : said;
    const content = this.#blocks.map((block) =>
      block.type === "call" ? this.#calls.part(block.slot) : block,
    );
    events.push({
      type: "finish",
      message: { role: "assistant", content, finishReason },
      finishReason,
      usage: this.#context.priced(this.#usage),
      ...(this.#model === undefined ? {} : { model: this.#model }),
    });
  }
}

/** Read from the cache is a part of the prompt; thoughts are none of the candidates. */
function usageOf(usage: JsonRecord): Usage {
  const cacheReadTokens = countAt(usage, "cachedContentTokenCount") ?? 0;
  const prompt = (countAt(usage, "promptTokenCount") ?? 0) + (countAt(usage, "toolUsePromptTokenCount") ?? 0);
  const reasoningTokens = countAt(usage, "thoughtsTokenCount") ?? 0;
  return {
    inputTokens: Math.max(0, prompt - cacheReadTokens),
    outputTokens: (countAt(usage, "candidatesTokenCount") ?? 0) + reasoningTokens,
    cacheReadTokens,
    cacheWriteTokens: 0,
    reasoningTokens,
  };
}

function blockedBy(reason: string): JsonRecord {
  return { code: "content_filter", message: `the prompt was blocked (blockReason "${reason}")` };
}

/** An answer that Gemini ended by itself, such as with a call that it could not write down. */
function endedBy(reason: string, message: string | undefined): JsonRecord {
  const more = message === undefined ? "" : `: ${message}`;
  return { type: "server_error", message: `the answer ended with finishReason "${reason}"${more}` };
}
