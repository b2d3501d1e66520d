import type { AssistantPart, FinishReason } from "../message.ts";
import type { ModelEvent } from "../model.ts";
import type { AnswerDecoder } from "../transport/answer-decoder.ts";
import {
  countAt,
  dollarsAt,
  isRecord,
  type JsonRecord,
  listAt,
  numberAt,
  recordAt,
  textAt,
} from "../transport/json-fields.ts";
import { RepeatedText } from "../transport/repeated-text.ts";
import { messageFieldsItem } from "../render/openai-chat.ts";
import { noUsage, type Usage } from "../usage.ts";
import type { DecoderContext } from "./http-model.ts";
import { ReasoningDetails } from "./reasoning-details.ts";
import { ThinkTags } from "./think-tags.ts";
import { ToolCallSlots } from "./tool-call-slots.ts";

/** Reasons beside a plain end, as OpenAI and the servers compatible with it say them; case does not count. */
const finishReasons: Readonly<Record<string, FinishReason | "error">> = {
  tool_calls: "tool-calls",
  tool_use: "tool-calls",
  function_call: "tool-calls",
  length: "length",
  max_tokens: "length",
  max_output_tokens: "length",
  model_length: "length",
  model_context_window_exceeded: "length",
  content_filter: "content-filter",
  content_filtered: "content-filter",
  refusal: "content-filter",
  safety: "content-filter",
  sensitive: "content-filter",
  recitation: "content-filter",
  blocklist: "content-filter",
  prohibited_content: "content-filter",
  error: "error",
  network_error: "error",
  server_error: "error",
  internal_error: "error",
  insufficient_system_resource: "error",
  malformed_function_call: "error",
  unexpected_tool_call: "error",
  abort: "error",
  aborted: "error",
  cancelled: "error",
  canceled: "error",
  failed: "error",
  timeout: "error",
};

/** What providers want back with a call, beside its own fields. */
const keptWithCalls = ["extra_content", "provider_specific_fields", "thought_signature", "thoughtSignature"];

/** Reads the stream of Chat Completions as OpenAI, OpenRouter and local servers send it. */
export class ChatDecoder implements AnswerDecoder {
  finished = false;
  readonly #context: DecoderContext;
  readonly #calls: ToolCallSlots;
  readonly #details = new ReasoningDetails();
  readonly #pattern = new RepeatedText("content");
  readonly #think = new ThinkTags();
  #messageFields: Record<string, unknown> | undefined;
  #text = "";
  #reasoning = "";
  #finishReason: FinishReason | undefined;
  #usage: Usage = noUsage;
  #model: string | undefined;
  #sawDone = false;
  /** Whether thoughts stand in the content, between tags. */
  #thinks = false;

  constructor(context: DecoderContext) {
    this.#context = context;
    this.#calls = new ToolCallSlots(context.tools, context.origin);
  }

  data(data: string, events: ModelEvent[]): void {
    const text = this.#pattern.match(data);
    if (text !== undefined) return this.#content(text, events);
    if (data === "[DONE]") {
      this.#sawDone = true;
      return this.end(events);
    }
    const chunk = this.#context.parse(data);
    this.#chunk(chunk, events);
    const choice = listAt(chunk, "choices")[0];
    const delta = isRecord(choice) ? recordAt(choice, "delta") : undefined;
    if (delta !== undefined && saysOnlyText(delta, choice) && recordAt(chunk, "usage") === undefined) {
      this.#pattern.learn(data, String(delta["content"]));
    }
  }

  document(document: JsonRecord, events: ModelEvent[]): boolean {
    const choice = listAt(document, "choices")[0];
    if (!Array.isArray(document["choices"]) && (document["error"] ?? undefined) === undefined) return false;
    this.#chunk(document, events);
    // A document is a whole answer, whether it says so or not.
    if (isRecord(choice) && recordAt(choice, "message") !== undefined) this.#sawDone = true;
    return true;
  }

  #chunk(chunk: JsonRecord, events: ModelEvent[]): void {
    if (chunk["error"] !== undefined && chunk["error"] !== null)
      throw this.#context.streamError(chunk["error"]);
    this.#model ??= textAt(chunk, "model");
    const choice = listAt(chunk, "choices")[0];
    const usage = recordAt(chunk, "usage") ?? usageIn(chunk["x_groq"]) ?? usageIn(choice);
    if (usage !== undefined) this.#usage = chatUsage(usage);
    if (isRecord(choice)) this.#choice(choice, events);
  }

  #choice(choice: JsonRecord, events: ModelEvent[]): void {
    const delta = recordAt(choice, "delta");
    if (delta !== undefined) this.#delta(delta, events);
    // Some servers send an answer as one event, and some say all of it once more at the end.
    const message = recordAt(choice, "message");
    if (message !== undefined && this.#saidNothing) this.#delta(message, events);
    const reason = textAt(choice, "finish_reason");
    if (reason === undefined) return;
    const meaning = finishReasons[reason.toLowerCase()] ?? "stop";
    if (meaning !== "error") this.#finishReason = meaning;
    else throw this.#context.streamError(choice["error"] ?? endedBy(reason));
  }

  get #saidNothing(): boolean {
    return this.#text === "" && this.#reasoning === "" && this.#calls.size === 0;
  }

  #delta(delta: JsonRecord, events: ModelEvent[]): void {
    const details = listAt(delta, "reasoning_details");
    const thought =
      textAt(delta, "reasoning_content") ?? textAt(delta, "reasoning") ?? this.#details.textOf(details);
    this.#details.add(details);
    if (thought !== undefined) this.#addReasoning(thought, events);
    const content = delta["content"];
    if (typeof content === "string") this.#content(content, events);
    else if (Array.isArray(content)) this.#parts(content, events);
    const refusal = textAt(delta, "refusal");
    if (refusal !== undefined) this.#addText(refusal, events);
    const extra = recordAt(delta, "extra_content");
    if (extra !== undefined) this.#messageFields = { extra_content: extra };
    for (const call of listAt(delta, "tool_calls")) if (isRecord(call)) this.#call(call, events);
    const legacy = recordAt(delta, "function_call");
    // There was one call in an answer, and it had no id.
    if (legacy !== undefined) this.#call({ index: -1, function: legacy }, events);
  }

  /** Mistral streams content as parts when it thinks. */
  #parts(parts: readonly unknown[], events: ModelEvent[]): void {
    for (const part of parts) {
      if (!isRecord(part)) continue;
      if (part["type"] === "text") this.#content(textAt(part, "text") ?? "", events);
      for (const thought of listAt(part, "thinking")) {
        if (isRecord(thought)) this.#addReasoning(textAt(thought, "text") ?? "", events);
      }
    }
  }

  #call(call: JsonRecord, events: ModelEvent[]): void {
    const definition = recordAt(call, "function") ?? {};
    const raw = definition["arguments"];
    const slot = this.#calls.add(
      {
        index: numberAt(call, "index"),
        id: textAt(call, "id"),
        name: textAt(definition, "name"),
        arguments: typeof raw === "string" ? raw : isRecord(raw) ? JSON.stringify(raw) : "",
      },
      events,
    );
    for (const key of keptWithCalls) {
      if (isRecord(call[key]) || textAt(call, key) !== undefined) (slot.fields ??= {})[key] = call[key];
    }
  }

  /** Text that may begin with thoughts between tags. */
  #content(text: string, events: ModelEvent[]): void {
    if (text === "") return;
    if (this.#think.done) return this.#addText(text, events);
    // A server that tells thoughts apart by itself writes no tags.
    const say = (kind: "text" | "reasoning", piece: string): void => this.#say(kind, piece, events);
    if (this.#reasoning !== "" && !this.#thinks) this.#think.end(say);
    this.#think.push(text, say);
  }

  #say(kind: "text" | "reasoning", text: string, events: ModelEvent[]): void {
    if (kind === "text") return this.#addText(text, events);
    this.#thinks = true;
    this.#addReasoning(text, events);
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
    if (this.finished) return;
    this.#think.end((kind, text) => this.#say(kind, text, events));
    const finishReason = this.#reasonToFinish();
    if (finishReason === undefined) return;
    this.finished = true;
    this.#calls.end(events);
    events.push({
      type: "finish",
      message: { role: "assistant", content: this.#answer(), finishReason },
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

  #answer(): AssistantPart[] {
    const provider = this.#context.origin;
    const parts: AssistantPart[] = [];
    if (this.#reasoning !== "") parts.push({ type: "reasoning", text: this.#reasoning, provider });
    const details = this.#details.merged();
    if (details.length > 0) parts.push({ type: "provider", provider, item: details });
    if (this.#messageFields !== undefined) {
      parts.push({
        type: "provider",
        provider,
        item: { type: messageFieldsItem, fields: this.#messageFields },
      });
    }
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

/** An answer that a provider ended by itself, without saying more. */
function endedBy(reason: string): JsonRecord {
  return { type: "server_error", message: `the answer ended with finish_reason "${reason}"` };
}

/** Groq and Moonshot count elsewhere than in the chunk itself. */
function usageIn(place: unknown): JsonRecord | undefined {
  return isRecord(place) ? recordAt(place, "usage") : undefined;
}

/** DeepSeek and Moonshot count what they read from their caches in fields of their own; OpenRouter says what the answer cost. */
function chatUsage(usage: JsonRecord): Usage {
  const input = countAt(usage, "prompt_tokens") ?? 0;
  const details = recordAt(usage, "prompt_tokens_details");
  const cacheReadTokens =
    countAt(details, "cached_tokens") ??
    countAt(usage, "prompt_cache_hit_tokens") ??
    countAt(usage, "cached_tokens") ??
    0;
  const cacheWriteTokens = countAt(details, "cache_write_tokens") ?? 0;
  const costUsd = dollarsAt(usage, "cost");
  return {
    inputTokens: Math.max(0, input - cacheReadTokens - cacheWriteTokens),
    outputTokens: countAt(usage, "completion_tokens") ?? 0,
    cacheReadTokens,
    cacheWriteTokens,
    reasoningTokens: countAt(recordAt(usage, "completion_tokens_details"), "reasoning_tokens") ?? 0,
    ...(costUsd === undefined ? {} : { costUsd }),
  };
}
