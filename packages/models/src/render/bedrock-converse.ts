import type { ImageData, TextPart } from "../message.ts";
import type { ModelRequest } from "../model.ts";
import { isRecord, textAt } from "../transport/json-fields.ts";
import { answerTokens, claudeThinking, type ThinkingStyle } from "./claude-thinking.ts";
import { TurnList } from "./turn-list.ts";
import type { ClosingWriter, Output, TurnPart, WireFormat, WireResult } from "./wire-format.ts";
import { isBlank, jsonData, jsonText } from "./wire-text.ts";
import { keptWireTools, type WireTool } from "./wire-tools.ts";

export interface ConverseFormatOptions {
  readonly model: string;
  /** Marks the parts of messages that this adapter made. */
  readonly origin: string;
  readonly thinking: ThinkingStyle;
  /** Whether the model takes marks of what is worth keeping in a cache; others refuse a request with one. */
  readonly cachePoints: boolean;
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
  return {
    tools: wireTools,
    head(request) {
      let head = jsonData(options.fields).slice(0, -1);
      const add = (field: string): void => {
        head += head === "{" ? field : `,${field}`;
      };
      const tools = wireTools(request.tools).definitions.map(toolSpec);
      if (tools.length > 0) add(`"toolConfig":${jsonData({ tools })}`);
      const marker = options.cachePoints ? `,${cachePoint}` : "";
      if (!isBlank(request.system)) add(`"system":[{"text":${jsonText(request.system)}}${marker}]`);
      add(`"messages":[`);
      return head;
    },
    writer: (output) => new ConverseWriter(output, options),
  };
}

function toolSpec({ name, description, parameters }: WireTool): object {
  const about = isBlank(description) ? {} : { description };
  return { toolSpec: { name, ...about, inputSchema: { json: parameters } } };
}

class ConverseWriter implements ClosingWriter {
  readonly #turns: TurnList;
  readonly #options: ConverseFormatOptions;
  readonly #calledTools = new Set<string>();
  /** Whether the answer that the results at the end belong to began with thinking. Undefined outside of one. */
  #turnThinks: boolean | undefined;

  constructor(output: Output, options: ConverseFormatOptions) {
    this.#turns = new TurnList(output, "content");
    this.#options = options;
  }

  user(parts: readonly (TextPart | ImageData)[]): void {
    if (this.#turns.openRole !== "user") this.#turnThinks = undefined;
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

  tail(request: ModelRequest): string {
    let tail = `${this.#options.cachePoints ? `,${cachePoint}` : ""}${this.#turns.closing}`;
    const { budget, fields } = claudeThinking(request.reasoningEffort, {
      style: this.#options.thinking,
      model: this.#options.model,
      turnThinks: this.#turnThinks,
    });
    const limit = request.maxOutputTokens ?? this.#options.maxOutputTokens;
    const maxTokens = budget === 0 ? limit : Math.max(limit ?? usualTokens, budget + answerTokens);
    if (maxTokens !== undefined) tail += `,"inferenceConfig":{"maxTokens":${maxTokens}}`;
    if (Object.keys(fields).length > 0) tail += `,"additionalModelRequestFields":${JSON.stringify(fields)}`;
    // Calls in the history must name tools of the request, also when there are none any more.
    const gone = request.tools.length > 0 ? [] : [...this.#calledTools];
    const tools = gone.map((name) =>
      toolSpec({ name, description: "", parameters: { type: "object", properties: {} } }),
    );
    // Nothing here forbids calls while tools are offered; the loop answers them as not run.
    return tools.length === 0 ? `${tail}}` : `${tail},"toolConfig":${JSON.stringify({ tools })}}`;
  }
}

function userBlock(part: TextPart | ImageData): string {
  if (part.type === "text") return `{"text":${jsonText(part.text)}}`;
  const format = part.mediaType.replace("image/", "");
  return `{"image":{"format":${jsonText(format)},"source":{"bytes":${jsonText(part.data)}}}}`;
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
