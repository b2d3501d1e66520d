import type { AssistantPart, FinishReason } from "../message.ts";
import type { ModelEvent } from "../model.ts";
import type { AnswerDecoder } from "../transport/answer-stream.ts";
import { isRecord, type JsonRecord, listAt, numberAt, recordAt, textAt } from "../transport/json-fields.ts";
import { RepeatedText } from "../transport/repeated-text.ts";
import { noUsage, type Usage } from "../usage.ts";
import type { DecoderContext } from "./http-model.ts";
import { ReasoningDetails } from "./reasoning-details.ts";
import { ToolCallSlots } from "./tool-call-slots.ts";

const finishReasons: Readonly<Record<string, FinishReason>> = {
  stop: "stop",
  tool_calls: "tool-calls",
  function_call: "tool-calls",
  length: "length",
  content_filter: "content-filter",
};

/** Reads the stream of Chat Completions as OpenAI, OpenRouter and local servers send it. */
export class ChatDecoder implements AnswerDecoder {
  finished = false;
  readonly #context: DecoderContext;
  readonly #calls: ToolCallSlots;
  readonly #details = new ReasoningDetails();
  readonly #pattern = new RepeatedText("content");
  #text = "";
  #reasoning = "";
  #finishReason: FinishReason | undefined;
  #usage: Usage = noUsage;
  #model: string | undefined;
  #sawDone = false;

  constructor(context: DecoderContext) {
    this.#context = context;
    this.#calls = new ToolCallSlots(context.toolNames);
  }

  data(data: string, events: ModelEvent[]): void {
    const text = this.#pattern.match(data);
    if (text !== undefined) return this.#addText(text, events);
    if (data === "[DONE]") {
      this.#sawDone = true;
      return this.end(events);
    }
    const chunk = this.#context.parse(data);
    if (chunk["error"] !== undefined && chunk["error"] !== null)
      throw this.#context.streamError(chunk["error"]);
    this.#model ??= textAt(chunk, "model");
    const usage = recordAt(chunk, "usage");
    if (usage !== undefined) this.#usage = chatUsage(usage);
    const choice = listAt(chunk, "choices")[0];
    if (isRecord(choice)) this.#choice(choice, events);
    const delta = isRecord(choice) ? recordAt(choice, "delta") : undefined;
    if (delta !== undefined && saysOnlyText(delta, choice) && usage === undefined) {
      this.#pattern.learn(data, String(delta["content"]));
    }
  }

  #choice(choice: JsonRecord, events: ModelEvent[]): void {
    const delta = recordAt(choice, "delta");
    if (delta !== undefined) this.#delta(delta, events);
    const reason = textAt(choice, "finish_reason");
    if (reason !== undefined) this.#finishReason = finishReasons[reason] ?? "stop";
  }

  #delta(delta: JsonRecord, events: ModelEvent[]): void {
    const details = listAt(delta, "reasoning_details");
    const thought =
      textAt(delta, "reasoning_content") ?? textAt(delta, "reasoning") ?? this.#details.textOf(details);
    this.#details.add(details);
    if (thought !== undefined) this.#addReasoning(thought, events);
    const content = delta["content"];
    if (typeof content === "string") this.#addText(content, events);
    else if (Array.isArray(content)) this.#parts(content, events);
    const refusal = textAt(delta, "refusal");
    if (refusal !== undefined) this.#addText(refusal, events);
    for (const call of listAt(delta, "tool_calls")) if (isRecord(call)) this.#call(call, events);
  }

  /** Mistral streams content as parts when it thinks. */
  #parts(parts: readonly unknown[], events: ModelEvent[]): void {
    for (const part of parts) {
      if (!isRecord(part)) continue;
      if (part["type"] === "text") this.#addText(textAt(part, "text") ?? "", events);
      for (const thought of listAt(part, "thinking")) {
        if (isRecord(thought)) this.#addReasoning(textAt(thought, "text") ?? "", events);
      }
    }
  }

  #call(call: JsonRecord, events: ModelEvent[]): void {
    const definition = recordAt(call, "function") ?? {};
    const raw = definition["arguments"];
    this.#calls.add(
      {
        index: numberAt(call, "index"),
        id: textAt(call, "id"),
        name: textAt(definition, "name"),
        arguments: typeof raw === "string" ? raw : isRecord(raw) ? JSON.stringify(raw) : "",
      },
      events,
    );
  }

  #addText(text: string, events: ModelEvent[]): void {
    if (text === "") return;
    this.#text += text;
    events.push({ type: "text-delta", text });
  }

  #addReasoning(text: string, events: ModelEvent[]): void {
    if (text === "") return;
    this.#reasoning += text;
    events.push({ type: "reasoning-delta", text });
  }

  end(events: ModelEvent[]): void {
    const finishReason = this.#reasonToFinish();
    if (this.finished || finishReason === undefined) return;
    this.finished = true;
    events.push({
      type: "finish",
      message: { role: "assistant", content: this.#content(), finishReason },
      finishReason,
      usage: this.#context.priced(this.#usage),
      ...(this.#model === undefined ? {} : { model: this.#model }),
    });
  }

  /** Undefined when the stream broke off. */
  #reasonToFinish(): FinishReason | undefined {
    const called = this.#calls.size > 0;
    const said = this.#finishReason;
    // Some servers say "stop" whatever the answer was.
    if (said !== undefined) return said === "stop" && called ? "tool-calls" : said;
    if (!this.#sawDone) return undefined;
    // Some servers give no reason at all; then a whole answer is taken for a finished one.
    if (called) return this.#calls.allWhole ? "tool-calls" : undefined;
    return this.#text === "" ? undefined : "stop";
  }

  #content(): AssistantPart[] {
    const provider = this.#context.origin;
    const parts: AssistantPart[] = [];
    if (this.#reasoning !== "") parts.push({ type: "reasoning", text: this.#reasoning, provider });
    const details = this.#details.merged();
    if (details.length > 0) parts.push({ type: "provider", provider, item: details });
    if (this.#text !== "") parts.push({ type: "text", text: this.#text });
    parts.push(...this.#calls.parts());
    return parts;
  }
}

function saysOnlyText(delta: JsonRecord, choice: unknown): boolean {
  if (typeof delta["content"] !== "string" || delta["content"] === "") return false;
  if (isRecord(choice) && textAt(choice, "finish_reason") !== undefined) return false;
  for (const key in delta) {
    if (key !== "content" && key !== "role" && delta[key] !== null && delta[key] !== "") return false;
  }
  return true;
}

/** DeepSeek counts what it read from its cache in a field of its own; OpenRouter says what the answer cost. */
function chatUsage(usage: JsonRecord): Usage {
  const input = numberAt(usage, "prompt_tokens") ?? 0;
  const details = recordAt(usage, "prompt_tokens_details");
  const cacheReadTokens =
    numberAt(details, "cached_tokens") ?? numberAt(usage, "prompt_cache_hit_tokens") ?? 0;
  const cacheWriteTokens = numberAt(details, "cache_write_tokens") ?? 0;
  const costUsd = numberAt(usage, "cost");
  return {
    inputTokens: Math.max(0, input - cacheReadTokens - cacheWriteTokens),
    outputTokens: numberAt(usage, "completion_tokens") ?? 0,
    cacheReadTokens,
    cacheWriteTokens,
    reasoningTokens: numberAt(recordAt(usage, "completion_tokens_details"), "reasoning_tokens") ?? 0,
    ...(costUsd === undefined ? {} : { costUsd }),
  };
}
