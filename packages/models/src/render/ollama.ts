import { type EffortTable, sentFor } from "../catalog/reasoning-effort.ts";
import type { ImageData, TextPart } from "../message.ts";
import type { ModelRequest } from "../model.ts";
import type { ClosingWriter, Output, TurnPart, WireCall, WireFormat, WireResult } from "./wire-format.ts";
import { isBlank, jsonData, jsonText } from "./wire-text.ts";
import { keptWireTools, type SchemaDialect } from "./wire-tools.ts";

/** How a model is told to think: not at all, on or off, or with one of three words. */
export type OllamaThinking = "none" | "switch" | "level";

export interface OllamaFormatOptions {
  readonly model: string;
  /** Marks the parts of messages that this adapter made. */
  readonly origin: string;
  /** Tokens of input and output together; undefined: what the server thinks right. */
  readonly contextWindow: number | undefined;
  readonly thinking: OllamaThinking;
  readonly schemas: SchemaDialect;
  /** Where the request names no limit. */
  readonly maxOutputTokens: number | undefined;
  /** Top-level fields that go into every request. */
  readonly fields: { readonly [key: string]: unknown };
}

/** Ollama's own chat. Messages of one role in a row are joined by the server. */
export function ollamaFormat(options: OllamaFormatOptions): WireFormat {
  const wireTools = keptWireTools(options.schemas);
  return {
    tools: wireTools,
    head({ system }) {
      // What does not fit is refused: the server would leave out the oldest messages and not say so.
      const top = { model: options.model, stream: true, truncate: false, shift: false, ...options.fields };
      const first = isBlank(system) ? "" : `{"role":"system","content":${jsonText(system)}}`;
      return `${jsonData(top).slice(0, -1)},"messages":[${first}`;
    },
    writer(output, request) {
      const tools = wireTools(request.tools).definitions.map((tool) => ({
        type: "function",
        function: tool,
      }));
      return new OllamaWriter(output, options, { isFirst: isBlank(request.system), tools: jsonData(tools) });
    },
  };
}

class OllamaWriter implements ClosingWriter {
  readonly #output: Output;
  readonly #options: OllamaFormatOptions;
  readonly #tools: string;
  #isFirst: boolean;

  constructor(
    output: Output,
    options: OllamaFormatOptions,
    { isFirst, tools }: { readonly isFirst: boolean; readonly tools: string },
  ) {
    this.#output = output;
    this.#options = options;
    this.#isFirst = isFirst;
    this.#tools = tools;
  }

  user(parts: readonly (TextPart | ImageData)[]): void {
    const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
    const images = parts.flatMap((part) => (part.type === "image" ? [jsonText(part.data)] : []));
    const more = images.length === 0 ? "" : `,"images":[${images.join(",")}]`;
    this.#message(`{"role":"user","content":${jsonText(texts.join("\n\n"))}${more}}`);
  }

  assistant(parts: readonly TurnPart[]): void {
    let [text, thinking] = ["", ""];
    const calls: string[] = [];
    for (const part of parts) {
      if (part.type === "text") text += text === "" ? part.text : `\n\n${part.text}`;
      else if (part.type === "call") calls.push(callOf(part));
      else if (part.type === "reasoning" && part.provider === this.#options.origin) thinking += part.text;
    }
    const thoughts = isBlank(thinking) ? "" : `,"thinking":${jsonText(thinking)}`;
    const toolCalls = calls.length === 0 ? "" : `,"tool_calls":[${calls.join(",")}]`;
    this.#message(`{"role":"assistant","content":${jsonText(text)}${thoughts}${toolCalls}}`);
  }

  results(results: readonly WireResult[]): void {
    const images: (TextPart | ImageData)[] = [];
    for (const result of results) {
      const { id, name, content, notes } = result;
      const text = jsonText([content, ...notes].join("\n\n"));
      this.#message(
        `{"role":"tool","content":${text},"tool_name":${jsonText(name)},"tool_call_id":${jsonText(id)}}`,
      );
      if (result.images.length === 0) continue;
      images.push({ type: "text", text: `Images from the result of ${name} (${id}):` }, ...result.images);
    }
    if (images.length > 0) this.user(images);
  }

  #message(text: string): void {
    this.#output.append(this.#isFirst ? text : `,${text}`);
    this.#isFirst = false;
  }

  tail({ tools, toolChoice, reasoningEffort, maxOutputTokens }: ModelRequest): string {
    const { contextWindow } = this.#options;
    const options = {
      ...(contextWindow === undefined ? {} : { num_ctx: contextWindow }),
      ...limitOf(maxOutputTokens ?? this.#options.maxOutputTokens),
    };
    // There is no way to offer tools and forbid them.
    const offered = tools.length > 0 && toolChoice !== "none" ? `,"tools":${this.#tools}` : "";
    const think =
      reasoningEffort === undefined ? undefined : thinkOf(reasoningEffort, this.#options.thinking);
    const thinkField = think === undefined ? "" : `,"think":${JSON.stringify(think)}`;
    return `]${offered}${thinkField},"options":${JSON.stringify(options)}}`;
  }
}

function limitOf(maxOutputTokens: number | undefined): object {
  return maxOutputTokens === undefined ? {} : { num_predict: maxOutputTokens };
}

/** What `think` is, for each way of thinking. */
const ollamaEfforts: Readonly<Record<OllamaThinking, EffortTable<boolean | string>>> = {
  none: {},
  switch: { off: false, minimal: false, high: true },
  level: { low: "low", medium: "medium", high: "high" },
};

function thinkOf(
  effort: NonNullable<ModelRequest["reasoningEffort"]>,
  thinking: OllamaThinking,
): boolean | string | undefined {
  return sentFor(ollamaEfforts[thinking], effort);
}

function callOf({ id, name, arguments: args }: WireCall): string {
  return `{"id":${jsonText(id)},"function":{"name":${jsonText(name)},"arguments":${args}}}`;
}
