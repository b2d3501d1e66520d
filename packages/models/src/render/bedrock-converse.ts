import type { ModelRequest } from "../model.ts";
import { isRecord, textAt } from "../transport/json-fields.ts";
import {
  answerTokens,
  claudeSettings,
  claudeThinking,
  claudeThinks,
  type ThinkingStyle,
} from "./claude-thinking.ts";
import { type SamplingNames, samplingFields } from "./sampling-fields.ts";
import { keptOutputWires, type OutputWire } from "./schema/output-wire.ts";
import { TurnList } from "./turn-list.ts";
import { type ChoiceAbilities, wireChoice } from "./wire-choice.ts";
import type {
  ClosingWriter,
  InputPart,
  Output,
  Report,
  TurnPart,
  WireFormat,
  WireResult,
} from "./wire-format.ts";
import { fileNameOf, type MediaRules } from "./wire-media.ts";
import { isBlank, jsonData, jsonText } from "./wire-text.ts";
import { keptWireTools, type WireTool, type WireTools } from "./wire-tools.ts";

export interface ConverseFormatOptions {
  readonly model: string;
  /** Marks the parts of messages that this adapter made. */
  readonly origin: string;
  readonly thinking: ThinkingStyle;
  /** Whether the model takes marks of what is worth keeping in a cache; others refuse a request with one. */
  readonly cachePoints: boolean;
  readonly media: MediaRules;
  /** Whether the provider takes the schema of an answer. */
  readonly outputs: boolean;
  /** Where the request names no limit. */
  readonly maxOutputTokens: number | undefined;
  /** Top-level fields that go into every request. */
  readonly fields: { readonly [key: string]: unknown };
}

/** Thoughts that the provider hides, kept as they came. */
export const redactedItem = "redacted_content";

const cachePoint = `{"cachePoint":{"type":"default"}}`;
/** Limit of an answer with thinking where nobody named one. */
const usualTokens = 16_384;

/** Amazon Bedrock's Converse: the blocks of Anthropic Messages under other names, for models of many makers. */
export function converseFormat(options: ConverseFormatOptions): WireFormat {
  const wireTools = keptWireTools({});
  const wireOutput = keptOutputWires("anthropic");
  const outputOf = ({ output }: ModelRequest): OutputWire | undefined =>
    output !== undefined && options.outputs ? wireOutput(output) : undefined;
  return {
    tools: wireTools,
    media: options.media,
    output: outputOf,
    head(request) {
      let head = jsonData(options.fields).slice(0, -1);
      const add = (field: string): void => {
        head += head === "{" ? field : `,${field}`;
      };
      const marker = options.cachePoints ? `,${cachePoint}` : "";
      if (!isBlank(request.system)) add(`"system":[{"text":${jsonText(request.system)}}${marker}]`);
      add(`"messages":[`);
      return head;
    },
    writer(output, request) {
      const tools = wireTools(request.tools);
      const toolsText = jsonData(tools.definitions.map(toolSpec));
      return new ConverseWriter(output, options, { tools, toolsText, outputOf });
    },
  };
}

function toolSpec({ name, description, parameters }: WireTool): object {
  const about = isBlank(description) ? {} : { description };
  return { toolSpec: { name, ...about, inputSchema: { json: parameters } } };
}

interface RequestParts {
  readonly tools: WireTools;
  readonly toolsText: string;
  outputOf(request: ModelRequest): OutputWire | undefined;
}

class ConverseWriter implements ClosingWriter {
  readonly #turns: TurnList;
  readonly #options: ConverseFormatOptions;
  readonly #request: RequestParts;
  readonly #calledTools = new Set<string>();
  /** Whether the answer that the results at the end belong to began with thinking. Undefined outside of one. */
  #turnThinks: boolean | undefined;

  constructor(output: Output, options: ConverseFormatOptions, request: RequestParts) {
    this.#turns = new TurnList(output, "content");
    this.#options = options;
    this.#request = request;
  }

  user(parts: readonly InputPart[]): void {
    if (this.#turns.openRole !== "user") this.#turnThinks = undefined;
    // A document is refused without words beside it.
    if (parts.every((part) => part.type !== "text") && parts.some((part) => part.type === "file"))
      this.#turns.add("user", userBlock({ type: "text", text: "Attached:" }));
    for (const part of parts) this.#turns.add("user", userBlock(part));
  }

  assistant(parts: readonly TurnPart[]): void {
    const blocks: string[] = [];
    const calls: string[] = [];
    for (const part of parts) {
      if (part.type === "text") blocks.push(userBlock(part));
      else if (part.type === "call") {
        const { id, name, arguments: input } = part;
        this.#calledTools.add(name);
        calls.push(`{"toolUse":{"toolUseId":${jsonText(id)},"name":${jsonText(name)},"input":${input}}}`);
      } else {
        const block = thoughtBlock(part, this.#options.origin);
        if (block !== undefined) blocks.push(block);
      }
    }
    this.#turnThinks ??= blocks[0]?.startsWith(`{"reasoningContent"`) === true;
    for (const block of [...blocks, ...calls]) this.#turns.add("assistant", block);
  }

  results(results: readonly WireResult[]): void {
    for (const { id, content, notes, images, isError } of results) {
      const blocks = [content, ...notes].map((text) => `{"text":${jsonText(text)}}`);
      blocks.push(...images.map(userBlock));
      const status = isError ? `,"status":"error"` : "";
      this.#turns.add(
        "user",
        `{"toolResult":{"toolUseId":${jsonText(id)},"content":[${blocks.join(",")}]${status}}}`,
      );
    }
  }

  tail(request: ModelRequest, report: Report): string {
    const { model, thinking: style, maxOutputTokens, cachePoints } = this.#options;
    const thinking = claudeThinking(request.reasoningEffort, { style, model, turnThinks: this.#turnThinks });
    const { sampling, choice } = settingsOf(model, claudeThinks(model, style, thinking));
    const limit = request.maxOutputTokens ?? maxOutputTokens;
    const maxTokens =
      thinking.budget === 0 ? limit : Math.max(limit ?? usualTokens, thinking.budget + answerTokens);
    const config = {
      ...(maxTokens === undefined ? {} : { maxTokens }),
      ...samplingFields(request, sampling, report),
    };
    let tail = `${cachePoints ? `,${cachePoint}` : ""}${this.#turns.closing}`;
    if (Object.keys(config).length > 0) tail += `,"inferenceConfig":${jsonData(config)}`;
    if (Object.keys(thinking.fields).length > 0)
      tail += `,"additionalModelRequestFields":${JSON.stringify(thinking.fields)}`;
    return `${tail}${this.#outputConfig(request, report)}${this.#toolConfig(request, choice, report)}}`;
  }

  #outputConfig(request: ModelRequest, report: Report): string {
    if (request.output === undefined) return "";
    const { name } = request.output;
    const wire = this.#request.outputOf(request);
    if (wire === undefined) {
      report({ type: "unsupported", what: "output", sent: "nothing", detail: name });
      return "";
    }
    const jsonSchema = { name, schema: JSON.stringify(wire.schema) };
    return `,"outputConfig":${jsonData({ textFormat: { type: "json_schema", structure: { jsonSchema } } })}`;
  }

  /** Stands at the end, since the choice may differ from request to request. */
  #toolConfig(request: ModelRequest, can: ChoiceAbilities, report: Report): string {
    const choice = wireChoice(request, this.#request.tools, report, can);
    if (request.tools.length === 0) {
      // Calls in the history must name tools of the request, also when there are none any more.
      const gone = [...this.#calledTools].map((name) =>
        toolSpec({ name, description: "", parameters: { type: "object", properties: {} } }),
      );
      return gone.length === 0 ? "" : `,"toolConfig":${JSON.stringify({ tools: gone })}`;
    }
    const said =
      choice === undefined || choice === "none"
        ? ""
        : `,"toolChoice":${jsonData(choice === "required" ? { any: {} } : { tool: { name: choice.tool } })}`;
    return `,"toolConfig":{"tools":${this.#request.toolsText}${said}}`;
  }
}

/** Nothing here forbids calls while tools are offered; the loop answers them as not run. */
function settingsOf(
  model: string,
  thinks: boolean,
): { readonly sampling: SamplingNames; readonly choice: ChoiceAbilities } {
  const names: SamplingNames = { temperature: "temperature", topP: "topP", stop: "stopSequences" };
  if (!model.includes("claude")) {
    const isNova = model.includes("amazon.nova");
    return {
      sampling: names,
      choice: { none: false, required: isNova || model.includes("mistral.mistral-large"), tool: isNova },
    };
  }
  const { sampling, choice } = claudeSettings(model, thinks);
  const words = sampling.temperature === undefined ? { temperature: undefined, topP: undefined } : {};
  return {
    sampling: { ...sampling, ...names, ...words },
    choice: { ...choice, none: false },
  };
}

function userBlock(part: InputPart): string {
  if (part.type === "text") return `{"text":${jsonText(part.text)}}`;
  const source = `"source":{"bytes":${jsonText(part.data ?? "")}}`;
  if (part.type === "image")
    return `{"image":{"format":${jsonText(part.mediaType.replace("image/", ""))},${source}}}`;
  const name = documentName(fileNameOf(part));
  const format = documentFormats[part.mediaType] ?? "txt";
  return `{"document":{"format":"${format}","name":${jsonText(name)},${source}}}`;
}

/** Documents by their media types. */
export const documentFormats: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "text/csv": "csv",
  "application/msword": "doc",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/vnd.ms-excel": "xls",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  "text/html": "html",
  "text/plain": "txt",
  "text/markdown": "md",
};

/** Letters, digits, single spaces, hyphens and brackets alone, without the ending. */
function documentName(name: string): string {
  const plain = name
    .replace(/\.[a-z0-9]{1,5}$/i, "")
    .replace(/[^a-zA-Z0-9\s()[\]-]/g, "-")
    .replace(/\s+/g, " ")
    .trim();
  return plain.slice(0, 200) || "document";
}

/** Only what this model thought itself, signed or hidden, is taken back. */
function thoughtBlock(
  part: Exclude<TurnPart, { type: "text" | "call" }>,
  origin: string,
): string | undefined {
  if (part.provider !== origin) return undefined;
  if (part.type === "reasoning") {
    if (part.signature === undefined || part.signature === "") return undefined;
    const text = `{"text":${jsonText(part.text)},"signature":${jsonText(part.signature)}}`;
    return `{"reasoningContent":{"reasoningText":${text}}}`;
  }
  if (!isRecord(part.item) || part.item["type"] !== redactedItem) return undefined;
  const data = textAt(part.item, "data");
  return data === undefined ? undefined : `{"reasoningContent":{"redactedContent":${jsonText(data)}}}`;
}
