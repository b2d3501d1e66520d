import { type EffortTable, sentFor } from "../catalog/reasoning-effort.ts";
import type { ModelRequest } from "../model.ts";
import { isRecord, textAt } from "../transport/json-fields.ts";
import { TurnList } from "./turn-list.ts";
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
import { keptWireTools, type WireTool, type WireTools } from "./wire-tools.ts";

/** `level`: the model takes a word for its effort; `budget`: tokens to think with; `none`: it can't think. */
export type GeminiThinking = "level" | "budget" | "none";

export interface GeminiFormatOptions {
  readonly model: string;
  /** Marks the parts of messages that this adapter made. */
  readonly origin: string;
  readonly thinking: GeminiThinking;
  readonly media: MediaRules;
  /** When the provider takes the schema of an answer. */
  readonly outputs: boolean | "without-tools";
  /** Where the request names no limit. */
  readonly maxOutputTokens: number | undefined;
  /** Top-level fields that go into every request. */
  readonly fields: { readonly [key: string]: unknown };
}

/** A signature that came with no call: kept behind the text that it belongs to. */
export const signatureItem = "thought_signature";

/** Google's own translation of efforts into tokens. */
const thinkingBudgets: EffortTable<number> = { minimal: 1024, low: 1024, medium: 8192, high: 24_576 };
/** What the models differ in: those called "pro" always think, and may think longer. */
const flashBudgets: EffortTable<number> = { ...thinkingBudgets, off: 0 };
const proBudgets: EffortTable<number> = { ...thinkingBudgets, max: 32_768 };

/** What a model of Gemini knows: a word or tokens for each effort. */
export function geminiEfforts(model: string, thinking: GeminiThinking): EffortTable<number | string> {
  const isPro = model.includes("pro");
  if (thinking === "budget") return isPro ? proBudgets : flashBudgets;
  if (thinking === "none") return {};
  // Models called "pro" think at least a little, and the first of them knew nothing between little and much.
  const some = { low: "low", high: "high" };
  if (/gemini-3-pro/.test(model)) return { ...some, medium: "high" };
  return isPro ? { ...some, medium: "medium" } : { ...some, minimal: "minimal", medium: "medium" };
}
/** What an answer needs beside its thinking. */
const answerTokens = 4096;

/**
 * Stands for the signature of a call that another model made.
 * @see https://ai.google.dev/gemini-api/docs/thought-signatures
 */
const foreignSignature = "skip_thought_signature_validator";

/** Gemini's generateContent. The cache of Google works on what requests have in common at their beginning. */
export function geminiFormat(options: GeminiFormatOptions): WireFormat {
  const wireTools = keptWireTools({ form: "gemini" });
  const wireOutput = keptOutputWires("gemini");
  const outputOf = ({ output, tools }: ModelRequest): OutputWire | undefined => {
    const takes = options.outputs === true || (options.outputs === "without-tools" && tools.length === 0);
    return output !== undefined && takes ? wireOutput(output) : undefined;
  };
  return {
    tools: wireTools,
    media: options.media,
    output: outputOf,
    head(request) {
      const functionDeclarations = wireTools(request.tools).definitions.map(declarationOf);
      let head = jsonData(options.fields).slice(0, -1);
      const add = (field: string): void => {
        head += head === "{" ? field : `,${field}`;
      };
      if (!isBlank(request.system))
        add(`"systemInstruction":{"parts":[{"text":${jsonText(request.system)}}]}`);
      if (functionDeclarations.length > 0) add(`"tools":[${jsonData({ functionDeclarations })}]`);
      add(`"contents":[`);
      return head;
    },
    writer: (output, request) =>
      new GeminiWriter(output, options, { tools: wireTools(request.tools), outputOf }),
  };
}

/** An object without properties is refused; a tool without parameters has none. */
function declarationOf({ name, description, parameters }: WireTool): object {
  const { properties } = parameters;
  const hasNone = isRecord(properties) && Object.keys(properties).length === 0;
  return { name, description, ...(hasNone ? {} : { parameters }) };
}

const sampling: SamplingNames = {
  temperature: "temperature",
  topP: "topP",
  seed: "seed",
  stop: "stopSequences",
  maxStops: 5,
};

interface RequestParts {
  readonly tools: WireTools;
  outputOf(request: ModelRequest): OutputWire | undefined;
}

class GeminiWriter implements ClosingWriter {
  readonly #turns: TurnList;
  readonly #options: GeminiFormatOptions;
  readonly #request: RequestParts;
  /** Calls to which the model gave an id itself. */
  readonly #namedCalls = new Set<string>();

  constructor(output: Output, options: GeminiFormatOptions, request: RequestParts) {
    this.#turns = new TurnList(output, "parts");
    this.#options = options;
    this.#request = request;
  }

  user(parts: readonly InputPart[]): void {
    for (const part of parts) this.#turns.add("user", userPart(part));
  }

  assistant(parts: readonly TurnPart[]): void {
    let calls = 0;
    for (const part of parts) {
      if (part.type === "call") this.#turns.add("model", this.#callPart(part, calls++));
      else if (part.type === "text") this.#turns.add("model", textPart(part.text));
      else {
        const thought = thoughtPart(part, this.#options.origin);
        if (thought !== undefined) this.#turns.add("model", thought);
      }
    }
  }

  #callPart({ id, name, arguments: args, providerFields }: WireCall, index: number): string {
    const { origin, thinking } = this.#options;
    const own = providerFields?.provider === origin ? providerFields.fields : {};
    if (own["id"] !== undefined) this.#namedCalls.add(id);
    // From Gemini 3 on, the first call of a step has to be signed.
    const signature =
      textAt(own, "thoughtSignature") ?? (thinking === "level" && index === 0 ? foreignSignature : undefined);
    const call = `{"functionCall":{${this.#idField(id)}"name":${jsonText(name)},"args":${args}}`;
    return signature === undefined ? `${call}}` : `${call},"thoughtSignature":${jsonText(signature)}}`;
  }

  #idField(id: string): string {
    return this.#namedCalls.has(id) ? `"id":${jsonText(id)},` : "";
  }

  results(results: readonly WireResult[]): void {
    for (const { id, name, content, notes, isError } of results) {
      const more = notes.length === 0 ? "" : `,"notes":[${notes.map(jsonText).join(",")}]`;
      const response = `{"${isError ? "error" : "output"}":${jsonText(content)}${more}}`;
      this.#turns.add(
        "user",
        `{"functionResponse":{${this.#idField(id)}"name":${jsonText(name)},"response":${response}}}`,
      );
    }
    // All responses of a step have to stand together.
    for (const { id, name, images } of results) {
      if (images.length === 0) continue;
      this.#turns.add("user", textPart(`Images from the result of ${name} (${id}):`));
      for (const image of images) this.#turns.add("user", userPart(image));
    }
  }

  tail(request: ModelRequest, report: Report): string {
    let tail = this.#turns.closing;
    const config = {
      ...this.#thinkingConfig(request),
      ...samplingFields(request, sampling, report),
      ...this.#outputConfig(request, report),
    };
    if (Object.keys(config).length > 0) tail += `,"generationConfig":${jsonData(config)}`;
    const choice = wireChoice(request, this.#request.tools, report);
    if (choice === undefined) return `${tail}}`;
    const mode = choice === "none" ? "NONE" : "ANY";
    const names = typeof choice === "object" ? { allowedFunctionNames: [choice.tool] } : {};
    return `${tail},"toolConfig":${jsonData({ functionCallingConfig: { mode, ...names } })}}`;
  }

  #outputConfig(request: ModelRequest, report: Report): object {
    if (request.output === undefined) return {};
    const wire = this.#request.outputOf(request);
    if (wire !== undefined) return { responseMimeType: "application/json", responseJsonSchema: wire.schema };
    report({ type: "unsupported", what: "output", sent: "nothing", detail: request.output.name });
    return {};
  }

  #thinkingConfig({ reasoningEffort, maxOutputTokens }: ModelRequest): object {
    const { thinking, model } = this.#options;
    const limit = maxOutputTokens ?? this.#options.maxOutputTokens;
    const config = limit === undefined ? {} : { maxOutputTokens: limit };
    if (thinking === "none") return config;
    const includeThoughts = true;
    if (reasoningEffort === undefined) return { ...config, thinkingConfig: { includeThoughts } };
    const effort = sentFor(geminiEfforts(model, thinking), reasoningEffort);
    if (typeof effort !== "number")
      return { ...config, thinkingConfig: { includeThoughts, thinkingLevel: effort } };
    if (effort === 0) return { ...config, thinkingConfig: { thinkingBudget: 0 } };
    const thinkingBudget = effort;
    // Thoughts count as output.
    const roomy =
      limit === undefined ? {} : { maxOutputTokens: Math.max(limit, thinkingBudget + answerTokens) };
    return { ...roomy, thinkingConfig: { includeThoughts, thinkingBudget } };
  }
}

function textPart(text: string): string {
  return `{"text":${jsonText(text)}}`;
}

function userPart(part: InputPart): string {
  if (part.type === "text") return textPart(part.text);
  const { mediaType, data, url, fileId } = part;
  if (data !== undefined)
    return `{"inlineData":{"mimeType":${jsonText(mediaType)},"data":${jsonText(data)}}}`;
  const type = mediaType === "" ? {} : { mimeType: mediaType };
  return jsonData({ fileData: { ...type, fileUri: url ?? fileId } });
}

/** What this model signed goes back; thoughts without a signature are for people alone. */
function thoughtPart(part: Exclude<TurnPart, { type: "text" | "call" }>, origin: string): string | undefined {
  if (part.provider !== origin) return undefined;
  if (part.type === "reasoning") {
    if (part.signature === undefined || part.signature === "") return undefined;
    return `{"text":${jsonText(part.text)},"thought":true,"thoughtSignature":${jsonText(part.signature)}}`;
  }
  if (!isRecord(part.item) || part.item["type"] !== signatureItem) return undefined;
  const signature = textAt(part.item, "thoughtSignature");
  return signature === undefined ? undefined : `{"text":"","thoughtSignature":${jsonText(signature)}}`;
}
