import { type EffortTable, sentFor } from "../catalog/reasoning-effort.ts";
import type { ModelRequest } from "../model.ts";
import { type SamplingNames, samplingFields } from "./sampling-fields.ts";
import { keptOutputWires, type OutputWire } from "./schema/output-wire.ts";
import { wireChoice } from "./wire-choice.ts";
import type {
  ClosingWriter,
  InputPart,
  Output,
  Report,
  TurnPart,
  WireCall,
  WireFormat,
  WireResult,
} from "./wire-format.ts";
import type { MediaRules } from "./wire-media.ts";
import { isBlank, jsonData, jsonText } from "./wire-text.ts";
import { keptWireTools, type SchemaDialect, type WireTools } from "./wire-tools.ts";

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
  readonly media: MediaRules;
  /** When the schema of an answer is sent: a model that is held to one calls no tools. */
  readonly outputs: boolean | "without-tools";
  /** Where the request names no limit. */
  readonly maxOutputTokens: number | undefined;
  /** Top-level fields that go into every request. */
  readonly fields: { readonly [key: string]: unknown };
}

/** Ollama's own chat. Messages of one role in a row are joined by the server. */
export function ollamaFormat(options: OllamaFormatOptions): WireFormat {
  const wireTools = keptWireTools(options.schemas);
  const wireOutput = keptOutputWires("any");
  const outputOf = ({ output, tools, toolChoice }: ModelRequest): OutputWire | undefined => {
    const free = options.outputs === "without-tools" && (tools.length === 0 || toolChoice === "none");
    return output !== undefined && (options.outputs === true || free) ? wireOutput(output) : undefined;
  };
  return {
    tools: wireTools,
    media: options.media,
    output: outputOf,
    head({ system }) {
      // What does not fit is refused: the server would leave out the oldest messages and not say so.
      const top = { model: options.model, stream: true, truncate: false, shift: false, ...options.fields };
      const first = isBlank(system) ? "" : `{"role":"system","content":${jsonText(system)}}`;
      return `${jsonData(top).slice(0, -1)},"messages":[${first}`;
    },
    writer(output, request) {
      const tools = wireTools(request.tools);
      const toolsText = jsonData(tools.definitions.map((tool) => ({ type: "function", function: tool })));
      const isFirst = isBlank(request.system);
      return new OllamaWriter(output, options, { isFirst, tools, toolsText, outputOf });
    },
  };
}

const sampling: SamplingNames = {
  temperature: "temperature",
  topP: "top_p",
  seed: "seed",
  stop: "stop",
};
/** Tools that are not offered are not called; there is no way to ask for a call. */
const toolChoices = { none: true, required: false, tool: false };

interface RequestParts {
  /** Whether no message stands before those of the conversation. */
  readonly isFirst: boolean;
  readonly tools: WireTools;
  readonly toolsText: string;
  outputOf(request: ModelRequest): OutputWire | undefined;
}

class OllamaWriter implements ClosingWriter {
  readonly #output: Output;
  readonly #options: OllamaFormatOptions;
  readonly #request: RequestParts;
  #isFirst: boolean;

  constructor(output: Output, options: OllamaFormatOptions, request: RequestParts) {
    this.#output = output;
    this.#options = options;
    this.#request = request;
    this.#isFirst = request.isFirst;
  }

  user(parts: readonly InputPart[]): void {
    const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
    const images = parts.flatMap((part) => (part.type === "text" ? [] : [jsonText(part.data ?? "")]));
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
    const images: InputPart[] = [];
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

  tail(request: ModelRequest, report: Report): string {
    const { reasoningEffort, maxOutputTokens, tools, output } = request;
    const { contextWindow } = this.#options;
    const options = {
      ...(contextWindow === undefined ? {} : { num_ctx: contextWindow }),
      ...limitOf(maxOutputTokens ?? this.#options.maxOutputTokens),
      ...samplingFields(request, sampling, report),
    };
    const choice = wireChoice(request, this.#request.tools, report, toolChoices);
    // There is no way to offer tools and forbid them.
    const offered = tools.length > 0 && choice !== "none" ? `,"tools":${this.#request.toolsText}` : "";
    const wire = this.#request.outputOf(request);
    if (output !== undefined && wire === undefined)
      report({ type: "unsupported", what: "output", sent: "nothing", detail: output.name });
    const format = wire === undefined ? "" : `,"format":${jsonData(wire.schema)}`;
    const think =
      reasoningEffort === undefined ? undefined : thinkOf(reasoningEffort, this.#options.thinking);
    const thinkField = think === undefined ? "" : `,"think":${JSON.stringify(think)}`;
    return `]${offered}${format}${thinkField},"options":${jsonData(options)}}`;
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
