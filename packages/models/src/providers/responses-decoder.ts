import type { AssistantPart, FinishReason } from "../message.ts";
import type { ModelEvent } from "../model.ts";
import { phaseItem } from "../render/openai-responses.ts";
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
import { type CallSlot, ToolCallSlots } from "./tool-call-slots.ts";

/** What a text of an item is: part of the answer, of a summary of thoughts, or of the thoughts themselves. */
type Kind = "content" | "summary" | "reasoning";

/** One text of an item. */
interface ItemText {
  readonly kind: Kind;
  readonly index: number;
  text: string;
}

/** An item of the output under way. */
interface Item {
  type: string;
  id: string | undefined;
  /** A handful, in the order in which they began. */
  readonly texts: ItemText[];
  call: CallSlot | undefined;
  /** Arguments that came before it was said whose they are. */
  early: string;
  /** As it came at its end, for what is kept untouched. */
  whole: JsonRecord | undefined;
}

/**
 * Reads the stream of OpenAI Responses. Everything is said up to four times: in deltas, as a text, as a part, and as
 * an item. What comes later adds what was missing before.
 */
export class ResponsesDecoder implements AnswerDecoder {
  finished = false;
  readonly #context: DecoderContext;
  readonly #calls: ToolCallSlots;
  readonly #items = new Map<number, Item>();

  constructor(context: DecoderContext) {
    this.#context = context;
    this.#calls = new ToolCallSlots(context.tools, context.origin);
  }

  data(data: string, events: ModelEvent[]): void {
    if (data === "[DONE]") return;
    const event = this.#context.parse(data);
    switch (event["type"]) {
      case "response.output_text.delta":
      case "response.refusal.delta":
        this.#add(event, "content", events);
        break;
      case "response.output_item.added":
        this.#added(this.#itemOf(event), recordAt(event, "item") ?? {}, events);
        break;
      case "response.reasoning_summary_text.delta":
        this.#add(event, "summary", events);
        break;
      case "response.reasoning_text.delta":
        this.#add(event, "reasoning", events);
        break;
      case "response.output_text.done":
      case "response.refusal.done":
        this.#said(event, "content", event, events);
        break;
      case "response.reasoning_summary_text.done":
        this.#said(event, "summary", event, events);
        break;
      case "response.reasoning_text.done":
        this.#said(event, "reasoning", event, events);
        break;
      case "response.content_part.done":
      case "response.reasoning_summary_part.done":
        this.#partDone(event, recordAt(event, "part") ?? {}, events);
        break;
      case "response.function_call_arguments.delta":
        this.#addArguments(this.#itemOf(event), textAt(event, "delta") ?? "", events);
        break;
      case "response.function_call_arguments.done":
        this.#argumentsDone(this.#itemOf(event), textAt(event, "arguments") ?? "", events);
        break;
      case "response.output_item.done":
        this.#done(this.#itemOf(event), recordAt(event, "item") ?? {}, events);
        break;
      case "response.completed":
      case "response.incomplete":
        this.#finish(recordAt(event, "response") ?? {}, events);
        break;
      case "response.failed":
      case "response.cancelled":
        throw this.#context.streamError(failureOf(recordAt(event, "response")) ?? event);
      case "error":
        throw this.#context.streamError(event["error"] ?? event);
    }
  }

  document(document: JsonRecord, events: ModelEvent[]): boolean {
    const failure = failureOf(document);
    if (failure !== undefined) throw this.#context.streamError(failure);
    if (!Array.isArray(document["output"])) return false;
    this.#finish(document, events);
    return true;
  }

  /** Events name their item by its place, and most by its id too; some servers leave the place out. */
  #itemOf(event: JsonRecord): Item {
    const index = numberAt(event, "output_index");
    if (index !== undefined) return this.#itemAt(index);
    const id = textAt(event, "item_id") ?? textAt(recordAt(event, "item") ?? {}, "id");
    return this.#withId(id) ?? this.#itemAt(id === undefined ? 0 : this.#items.size);
  }

  #withId(id: string | undefined): Item | undefined {
    return id === undefined ? undefined : [...this.#items.values()].find((item) => item.id === id);
  }

  #itemAt(index: number): Item {
    const known = this.#items.get(index);
    if (known !== undefined) return known;
    const item: Item = {
      type: "",
      id: undefined,
      texts: [],
      call: undefined,
      early: "",
      whole: undefined,
    };
    this.#items.set(index, item);
    return item;
  }

  #added(item: Item, added: JsonRecord, events: ModelEvent[]): void {
    item.type = textAt(added, "type") ?? item.type;
    item.id ??= textAt(added, "id");
    if (item.type !== "function_call" || item.call !== undefined) return;
    const id = textAt(added, "call_id") ?? textAt(added, "id");
    item.call = this.#calls.begin({ id, name: textAt(added, "name") ?? "" });
    this.#calls.extend(item.call, item.early, events);
  }

  #add(event: JsonRecord, kind: Kind, events: ModelEvent[]): void {
    const text = textAt(event, "delta");
    if (text !== undefined) addText(this.#itemOf(event), kind, indexOf(event, kind), text, events);
  }

  #said(event: JsonRecord, kind: Kind, said: JsonRecord, events: ModelEvent[]): void {
    completeText(this.#itemOf(event), kind, indexOf(event, kind), wholeText(said), events);
  }

  #partDone(event: JsonRecord, part: JsonRecord, events: ModelEvent[]): void {
    const kind = kindOf(part);
    if (kind !== undefined) this.#said(event, kind, part, events);
  }

  #addArguments(item: Item, piece: string, events: ModelEvent[]): void {
    if (item.call === undefined) item.early += piece;
    else this.#calls.extend(item.call, piece, events);
  }

  #argumentsDone(item: Item, whole: string, events: ModelEvent[]): void {
    if (item.call !== undefined) this.#calls.complete(item.call, whole, events);
    else if (whole !== "") item.early = whole;
  }

  /** Servers that stream an item only as a whole have said nothing of it before. */
  #done(item: Item, whole: JsonRecord, events: ModelEvent[]): void {
    this.#added(item, whole, events);
    item.whole = whole;
    if (item.call !== undefined) this.#argumentsDone(item, textAt(whole, "arguments") ?? "", events);
    if (item.type !== "message" && item.type !== "reasoning") return;
    for (const list of ["summary", "content"]) {
      for (const [index, part] of listAt(whole, list).entries()) {
        const kind = isRecord(part) ? kindOf(part) : undefined;
        if (isRecord(part) && kind !== undefined) completeText(item, kind, index, wholeText(part), events);
      }
    }
  }

  #finish(response: JsonRecord, events: ModelEvent[]): void {
    const failure = failureOf(response);
    if (failure !== undefined) throw this.#context.streamError(failure);
    this.#complete(listAt(response, "output"), events);
    this.finished = true;
    this.#calls.end(events);
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

  /** The whole output once more: all there is from servers that stream nothing of it. */
  #complete(output: readonly unknown[], events: ModelEvent[]): void {
    const nothingCame = this.#items.size === 0;
    for (const [index, whole] of output.entries()) {
      if (!isRecord(whole)) continue;
      const item = nothingCame ? this.#itemAt(index) : this.#withId(textAt(whole, "id"));
      if (item !== undefined && item.whole === undefined) this.#done(item, whole, events);
    }
  }

  #finishReason(response: JsonRecord): FinishReason {
    const reason = textAt(recordAt(response, "incomplete_details") ?? {}, "reason");
    if (reason === "content_filter") return "content-filter";
    if (reason !== undefined || response["status"] === "incomplete") return "length";
    return this.#calls.size > 0 ? "tool-calls" : "stop";
  }

  #content(): AssistantPart[] {
    const ordered = [...this.#items.entries()].sort(([left], [right]) => left - right);
    return ordered.flatMap(([, item]) => this.#parts(item));
  }

  #parts({ type, texts, call, whole }: Item): AssistantPart[] {
    const provider = this.#context.origin;
    const parts: AssistantPart[] = [];
    const isAnswer = ({ kind }: ItemText): boolean => kind === "content";
    const thoughts = texts.filter((text) => !isAnswer(text)).map(({ text }) => text);
    const text = texts
      .filter(isAnswer)
      .map((part) => part.text)
      .join("");
    if (thoughts.length > 0)
      parts.push({ type: "reasoning", text: thoughts.join(betweenThoughts), provider });
    if (call !== undefined) parts.push(this.#calls.part(call));
    // What OpenAI's own tools did is in the text that follows; without it stored there, it is not taken back.
    if (type === "reasoning" && whole !== undefined) parts.push({ type: "provider", provider, item: whole });
    if (text !== "") {
      const phase = whole === undefined ? undefined : textAt(whole, "phase");
      if (phase !== undefined) parts.push({ type: "provider", provider, item: { type: phaseItem, phase } });
      parts.push({ type: "text", text });
    }
    return parts;
  }

  /** `response.completed` alone says that an answer is complete. */
  end(): void {}
}

const betweenThoughts = "\n\n";

function indexOf(event: JsonRecord, kind: Kind): number {
  return numberAt(event, kind === "summary" ? "summary_index" : "content_index") ?? 0;
}

function textAtPlace({ texts }: Item, kind: Kind, index: number): ItemText | undefined {
  for (const text of texts) if (text.index === index && text.kind === kind) return text;
  return undefined;
}

function addText(item: Item, kind: Kind, index: number, text: string, events: ModelEvent[]): void {
  if (text === "") return;
  const type = kind === "content" ? "text-delta" : "reasoning-delta";
  const known = textAtPlace(item, kind, index);
  if (known !== undefined) known.text += text;
  else {
    if (kind !== "content" && item.texts.length > 0) events.push({ type, text: betweenThoughts });
    item.texts.push({ kind, index, text });
  }
  events.push({ type, text });
}

/** All of a text: adds what no delta said. Where it says more but something else, it counts. */
function completeText(item: Item, kind: Kind, index: number, whole: string, events: ModelEvent[]): void {
  const known = textAtPlace(item, kind, index);
  const before = known?.text ?? "";
  if (whole.length <= before.length) return;
  if (whole.startsWith(before)) addText(item, kind, index, whole.slice(before.length), events);
  else if (known !== undefined) known.text = whole;
}

function kindOf(part: JsonRecord): Kind | undefined {
  switch (part["type"]) {
    case "output_text":
    case "refusal":
    case "text":
      return "content";
    case "summary_text":
      return "summary";
    case "reasoning_text":
      return "reasoning";
    default:
      return undefined;
  }
}

function wholeText(said: JsonRecord): string {
  return textAt(said, "text") ?? textAt(said, "refusal") ?? "";
}

/** What is told to have failed; undefined when nothing is. */
function failureOf(response: JsonRecord | undefined): unknown {
  if (response === undefined) return undefined;
  const error = response["error"] ?? undefined;
  if (error !== undefined) return error;
  const status = textAt(response, "status");
  if (status !== "failed" && status !== "cancelled") return undefined;
  return { type: "server_error", message: `the answer ended with the status "${status}"` };
}

function responsesUsage(usage: JsonRecord | undefined): Usage {
  if (usage === undefined) return noUsage;
  const cacheReadTokens = countAt(recordAt(usage, "input_tokens_details"), "cached_tokens") ?? 0;
  return {
    inputTokens: Math.max(0, (countAt(usage, "input_tokens") ?? 0) - cacheReadTokens),
    outputTokens: countAt(usage, "output_tokens") ?? 0,
    cacheReadTokens,
    cacheWriteTokens: 0,
    reasoningTokens: countAt(recordAt(usage, "output_tokens_details"), "reasoning_tokens") ?? 0,
  };
}
