import type { AssistantPart, FinishReason, ToolCallPart } from "../message.ts";
import type { ModelEvent } from "../model.ts";
import { phaseItem } from "../render/openai-responses.ts";
import type { AnswerDecoder } from "../transport/answer-stream.ts";
import { isRecord, type JsonRecord, listAt, numberAt, recordAt, textAt } from "../transport/json-fields.ts";
import { noUsage, type Usage } from "../usage.ts";
import type { DecoderContext } from "./http-model.ts";
import { ToolCallSlots } from "./tool-call-slots.ts";

/** An item of the output under way. */
interface Item {
  type: string;
  text: string;
  hasArguments: boolean;
  /** As it came at its end, for what is kept untouched. */
  whole: JsonRecord | undefined;
}

/** Reads the stream of OpenAI Responses. */
export class ResponsesDecoder implements AnswerDecoder {
  finished = false;
  readonly #context: DecoderContext;
  readonly #calls: ToolCallSlots;
  readonly #items = new Map<number, Item>();

  constructor(context: DecoderContext) {
    this.#context = context;
    this.#calls = new ToolCallSlots(context.toolNames);
  }

  data(data: string, events: ModelEvent[]): void {
    if (data === "[DONE]") return;
    const event = this.#context.parse(data);
    const index = numberAt(event, "output_index") ?? 0;
    switch (event["type"]) {
      case "response.output_item.added":
        this.#added(index, recordAt(event, "item") ?? {}, events);
        break;
      case "response.output_text.delta":
      case "response.refusal.delta":
        this.#addText(index, textAt(event, "delta") ?? "", events);
        break;
      case "response.reasoning_summary_part.added":
        if ((numberAt(event, "summary_index") ?? 0) > 0) this.#addThought(index, "\n\n", events);
        break;
      case "response.reasoning_summary_text.delta":
      case "response.reasoning_text.delta":
        this.#addThought(index, textAt(event, "delta") ?? "", events);
        break;
      case "response.function_call_arguments.delta":
        this.#addArguments(index, textAt(event, "delta") ?? "", events);
        break;
      case "response.output_item.done":
        this.#done(index, recordAt(event, "item") ?? {}, events);
        break;
      case "response.completed":
      case "response.incomplete":
        this.#finish(recordAt(event, "response") ?? {}, events);
        break;
      case "response.failed":
        throw this.#context.streamError(recordAt(event, "response")?.["error"] ?? event);
      case "error":
        throw this.#context.streamError(event["error"] ?? event);
    }
  }

  #itemAt(index: number): Item {
    const known = this.#items.get(index);
    if (known !== undefined) return known;
    const item: Item = { type: "", text: "", hasArguments: false, whole: undefined };
    this.#items.set(index, item);
    return item;
  }

  #added(index: number, added: JsonRecord, events: ModelEvent[]): void {
    const item = this.#itemAt(index);
    item.type = textAt(added, "type") ?? "";
    if (item.type !== "function_call") return;
    const id = textAt(added, "call_id") ?? textAt(added, "id");
    this.#calls.add({ index, id, name: textAt(added, "name"), arguments: "" }, events);
  }

  #addText(index: number, text: string, events: ModelEvent[]): void {
    if (text === "") return;
    this.#itemAt(index).text += text;
    events.push({ type: "text-delta", text });
  }

  #addThought(index: number, text: string, events: ModelEvent[]): void {
    if (text === "") return;
    this.#itemAt(index).text += text;
    events.push({ type: "reasoning-delta", text });
  }

  #addArguments(index: number, piece: string, events: ModelEvent[]): void {
    if (piece === "") return;
    this.#itemAt(index).hasArguments = true;
    this.#calls.add({ index, id: undefined, name: undefined, arguments: piece }, events);
  }

  /** Servers that stream an item only as a whole have said nothing of it before. */
  #done(index: number, whole: JsonRecord, events: ModelEvent[]): void {
    const type = textAt(whole, "type") ?? "";
    if (!this.#items.has(index)) this.#added(index, whole, events);
    const item = this.#itemAt(index);
    item.type = type;
    item.whole = whole;
    if (type === "function_call" && !item.hasArguments)
      this.#addArguments(index, textAt(whole, "arguments") ?? "", events);
    if (type === "message" && item.text === "") this.#addText(index, textsOf(whole, "content"), events);
    if (type === "reasoning" && item.text === "") this.#addThought(index, textsOf(whole, "summary"), events);
  }

  #finish(response: JsonRecord, events: ModelEvent[]): void {
    this.finished = true;
    const finishReason = this.#finishReason(response);
    const model = textAt(response, "model");
    events.push({
      type: "finish",
      message: { role: "assistant", content: this.#content(), finishReason },
      finishReason,
      usage: this.#context.priced(responsesUsage(recordAt(response, "usage"))),
      ...(model === undefined ? {} : { model }),
    });
  }

  #finishReason(response: JsonRecord): FinishReason {
    const reason = textAt(recordAt(response, "incomplete_details") ?? {}, "reason");
    if (reason === "content_filter") return "content-filter";
    if (reason !== undefined) return "length";
    return this.#calls.size > 0 ? "tool-calls" : "stop";
  }

  #content(): AssistantPart[] {
    const calls = this.#calls.parts();
    const ordered = [...this.#items.entries()].sort(([left], [right]) => left - right);
    return ordered.flatMap(([, item]) => this.#parts(item, calls));
  }

  #parts({ type, text, whole }: Item, calls: ToolCallPart[]): AssistantPart[] {
    const provider = this.#context.origin;
    const parts: AssistantPart[] = [];
    if (type === "function_call") parts.push(...calls.splice(0, 1));
    else if (type === "reasoning") {
      if (text !== "") parts.push({ type: "reasoning", text, provider });
      if (whole !== undefined) parts.push({ type: "provider", provider, item: whole });
    } else if (text !== "") {
      const phase = whole === undefined ? undefined : textAt(whole, "phase");
      if (phase !== undefined) parts.push({ type: "provider", provider, item: { type: phaseItem, phase } });
      parts.push({ type: "text", text });
    }
    return parts;
  }

  /** `response.completed` alone says that an answer is complete. */
  end(): void {}
}

function textsOf(item: JsonRecord, key: string): string {
  let text = "";
  for (const part of listAt(item, key)) {
    if (isRecord(part)) text += textAt(part, "text") ?? textAt(part, "refusal") ?? "";
  }
  return text;
}

function responsesUsage(usage: JsonRecord | undefined): Usage {
  if (usage === undefined) return noUsage;
  const cacheReadTokens = numberAt(recordAt(usage, "input_tokens_details"), "cached_tokens") ?? 0;
  return {
    inputTokens: Math.max(0, (numberAt(usage, "input_tokens") ?? 0) - cacheReadTokens),
    outputTokens: numberAt(usage, "output_tokens") ?? 0,
    cacheReadTokens,
    cacheWriteTokens: 0,
    reasoningTokens: numberAt(recordAt(usage, "output_tokens_details"), "reasoning_tokens") ?? 0,
  };
}
