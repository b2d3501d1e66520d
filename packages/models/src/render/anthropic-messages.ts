import type { MediaPart, ProviderPart } from "../message.ts";
import type { ModelRequest } from "../model.ts";
import { isRecord, type JsonRecord, textAt } from "../transport/json-fields.ts";
import {
  answerTokens,
  claudeSettings,
  claudeThinking,
  claudeThinks,
  type ThinkingStyle,
} from "./claude-thinking.ts";
import { cacheMarker, type CacheTtl } from "./cache-marker.ts";
import { samplingFields } from "./sampling-fields.ts";
import { keptOutputWires, type OutputWire } from "./schema/output-wire.ts";
import { type ChoiceAbilities, wireChoice } from "./wire-choice.ts";
import type {
  CacheMark,
  ClosingWriter,
  InputPart,
  Output,
  Report,
  TurnPart,
  WireCall,
  WireFormat,
  WireResult,
} from "./wire-format.ts";
import { isBlank, jsonData, jsonText } from "./wire-text.ts";
import { fileNameOf, type MediaRules, textOf } from "./wire-media.ts";
import { keptWireTools, type WireTools } from "./wire-tools.ts";

export interface MessagesFormatOptions {
  readonly model: string;
  /** Marks the parts of messages that this adapter made. */
  readonly origin: string;
  /** Where the request names no limit; Anthropic wants one. */
  readonly maxOutputTokens: number;
  readonly thinking: ThinkingStyle;
  readonly media: MediaRules;
  /** Whether the provider takes the schema of an answer. */
  readonly outputs: boolean;
  /** How long the provider keeps what it has read. @default "5m" */
  readonly cacheTtl?: CacheTtl | undefined;
  /** Top-level fields that go into every request. */
  readonly fields: { readonly [key: string]: unknown };
}

/** The sources of a text, kept before it. */
export const citationsItem = "text_citations";

/**
 * Anthropic Messages. The cache is marked at four places, of four that are allowed: after the tools and after the system
 * prompt, where the marks stay; and where the last request ended and this one ends, which moves on with every request.
 * Everything else stays as it was sent before.
 */
export function messagesFormat(options: MessagesFormatOptions): WireFormat {
  const marker = cacheMarker(options.cacheTtl ?? "5m");
  const wireTools = keptWireTools({});
  const wireOutput = keptOutputWires("anthropic");
  const outputOf = ({ output }: ModelRequest): OutputWire | undefined =>
    output !== undefined && options.outputs ? wireOutput(output) : undefined;
  return {
    tools: wireTools,
    media: options.media,
    output: outputOf,
    head(request) {
      const tools = wireTools(request.tools).definitions.map(({ name, description, parameters }) =>
        jsonData({ name, description, input_schema: parameters }),
      );
      const hasSystem = !isBlank(request.system);
      const lastTool = tools.pop();
      if (lastTool !== undefined) tools.push(`${lastTool.slice(0, -1)}${marker}}`);
      let head = jsonData({ model: options.model, stream: true, ...options.fields }).slice(0, -1);
      if (tools.length > 0) head += `,"tools":[${tools.join(",")}]`;
      if (hasSystem) head += `,"system":[{"type":"text","text":${jsonText(request.system)}${marker}}]`;
      return `${head},"messages":[`;
    },
    writer: (output, request) =>
      new MessagesWriter(output, options, { tools: wireTools(request.tools), outputOf }),
  };
}

interface RequestParts {
  readonly tools: WireTools;
  outputOf(request: ModelRequest): OutputWire | undefined;
}

class MessagesWriter implements ClosingWriter {
  readonly #output: Output;
  readonly #options: MessagesFormatOptions;
  readonly #marker: string;
  readonly #request: RequestParts;
  readonly #calledTools = new Set<string>();
  /** Ids of the calls of Anthropic's own tools that were sent back. */
  readonly #serverCalls = new Set<string>();
  #openRole: "user" | "assistant" | undefined;
  /** Whether the answer that the results at the end belong to began with thinking. Undefined outside of one. */
  #turnThinks: boolean | undefined;

  constructor(output: Output, options: MessagesFormatOptions, request: RequestParts) {
    this.#output = output;
    this.#options = options;
    this.#request = request;
    this.#marker = cacheMarker(options.cacheTtl ?? "5m");
  }

  user(parts: readonly InputPart[]): void {
    if (this.#openRole !== "user") this.#turnThinks = undefined;
    for (const part of parts)
      this.#block("user", part.type === "text" ? textBlock(part.text) : mediaBlock(part));
  }

  assistant(parts: readonly TurnPart[]): void {
    const blocks: string[] = [];
    const calls: string[] = [];
    const { origin } = this.#options;
    const waits = parts.some((part) => part.type === "call");
    let citations: unknown;
    for (const part of parts) {
      if (part.type === "text") {
        blocks.push(
          textBlock(part.text) + (citations === undefined ? "" : `,"citations":${jsonData(citations)}`),
        );
        citations = undefined;
      } else if (part.type === "call") {
        this.#calledTools.add(part.name);
        calls.push(callBlock(part, origin));
      } else if (part.type === "provider" && part.provider === origin && isServerBlock(part.item)) {
        if (this.#takesServerBlock(part.item, parts, waits)) blocks.push(jsonData(part.item).slice(0, -1));
      } else {
        const block = thinkingBlock(part, origin);
        if (block !== undefined) blocks.push(block);
        else if (part.type === "provider" && part.provider === origin)
          citations = citationsOf(part.item) ?? citations;
      }
    }
    const all = [...blocks, ...calls];
    this.#turnThinks ??= /^\{"type":"(?:redacted_)?thinking"/.test(all[0] ?? "");
    for (const block of all) this.#block("assistant", block);
  }

  /** The work of Anthropic's own tools goes back as it came, so that an answer of it alone does too. */
  stands({ provider, item }: ProviderPart): boolean {
    return provider === this.#options.origin && isServerBlock(item);
  }

  /**
   * A call of Anthropic's own tools must have its result, in this answer or, when it waits for calls of ours, in the
   * next one; and a result must have its call.
   */
  #takesServerBlock(item: JsonRecord, parts: readonly TurnPart[], waits: boolean): boolean {
    const answers = textAt(item, "tool_use_id");
    if (answers !== undefined) return this.#serverCalls.has(answers);
    const id = textAt(item, "id");
    if (id === undefined || !String(item["type"]).endsWith("tool_use")) return true;
    const isAnswered = parts.some(
      (part) => part.type === "provider" && isRecord(part.item) && part.item["tool_use_id"] === id,
    );
    if (!isAnswered && !waits) return false;
    this.#serverCalls.add(id);
    return true;
  }

  results(results: readonly WireResult[]): void {
    for (const result of results) this.#block("user", resultBlock(result));
  }

  /** Writes a block without its last brace: it stays open for the marker, and its message for further blocks. */
  #block(role: "user" | "assistant", block: string): void {
    if (role === this.#openRole) this.#output.append(`},${block}`);
    else {
      const closing = this.#openRole === undefined ? "" : "}]},";
      this.#output.append(`${closing}{"role":"${role}","content":[${block}`);
    }
    this.#openRole = role;
  }

  mark(): CacheMark | undefined {
    return this.#openRole === "user" ? { skip: 0, text: this.#marker } : undefined;
  }

  tail(request: ModelRequest, report: Report): string {
    const { model, thinking: style, maxOutputTokens } = this.#options;
    const thinking = claudeThinking(request.reasoningEffort, { style, model, turnThinks: this.#turnThinks });
    const { sampling, choice } = claudeSettings(model, claudeThinks(model, style, thinking));
    const { output_config: effort, ...thinkingFields } = thinking.fields;
    const config = { ...(isRecord(effort) ? effort : {}), ...this.#outputFormat(request, report) };
    const fields = jsonData({
      ...thinkingFields,
      ...(Object.keys(config).length === 0 ? {} : { output_config: config }),
      ...samplingFields(request, sampling, report),
    });
    const more = fields === "{}" ? "" : `,${fields.slice(1, -1)}`;
    const wanted = request.maxOutputTokens ?? maxOutputTokens;
    const maxTokens = thinking.budget === 0 ? wanted : Math.max(wanted, thinking.budget + answerTokens);
    const tools = this.#toolChoice(request, choice, report);
    return `${this.#marker}}]}],"max_tokens":${maxTokens}${more}${tools}}`;
  }

  #outputFormat(request: ModelRequest, report: Report): object {
    if (request.output === undefined) return {};
    const wire = this.#request.outputOf(request);
    if (wire !== undefined) return { format: { type: "json_schema", schema: wire.schema } };
    report({ type: "unsupported", what: "output", sent: "nothing", detail: request.output.name });
    return {};
  }

  #toolChoice(request: ModelRequest, can: ChoiceAbilities, report: Report): string {
    const choice = wireChoice(request, this.#request.tools, report, can);
    if (request.tools.length > 0) {
      if (choice === undefined) return "";
      if (typeof choice === "object") return `,"tool_choice":{"type":"tool","name":${jsonText(choice.tool)}}`;
      return `,"tool_choice":{"type":"${choice === "none" ? "none" : "any"}"}`;
    }
    if (this.#calledTools.size === 0) return "";
    // Calls in the history must name tools of the request, also when there are none any more.
    const gone = [...this.#calledTools].map((name) => ({
      name,
      input_schema: { type: "object", properties: {} },
    }));
    return `,"tools":${JSON.stringify(gone)},"tool_choice":{"type":"none"}`;
  }
}

// Every block is written without its closing brace.

function textBlock(text: string): string {
  return `{"type":"text","text":${jsonText(text)}`;
}

function mediaBlock(part: MediaPart): string {
  const source = jsonData(sourceOf(part));
  if (part.type === "image") return `{"type":"image","source":${source}`;
  const title = part.name === undefined ? "" : `,"title":${jsonText(fileNameOf(part))}`;
  return `{"type":"document","source":${source}${title}`;
}

function sourceOf(part: MediaPart): object {
  const { mediaType, data, url, fileId } = part;
  if (fileId !== undefined) return { type: "file", file_id: fileId };
  if (url !== undefined) return { type: "url", url };
  const text = part.type === "file" ? textOf(part) : undefined;
  if (text !== undefined) return { type: "text", media_type: "text/plain", data: text };
  return { type: "base64", media_type: mediaType, data };
}

function callBlock({ id, name, arguments: text, providerFields }: WireCall, origin: string): string {
  const own = providerFields?.provider === origin ? jsonData(providerFields.fields).slice(1, -1) : "";
  const block = `{"type":"tool_use","id":${jsonText(id)},"name":${jsonText(name)},"input":${text}`;
  return own === "" ? block : `${block},${own}`;
}

/** A block that came and goes back untouched: a tool that Anthropic runs, or what came of it. */
function isServerBlock(item: unknown): item is JsonRecord {
  return isRecord(item) && serverBlock.test(textAt(item, "type") ?? "");
}

/** `server_tool_use`, `web_search_tool_result`, `mcp_tool_use`, …: all but the calls and results that are ours. */
const serverBlock = /^(?:\w+_tool_(?:use|result)|container_upload)$/;

function citationsOf(item: unknown): unknown {
  return isRecord(item) && item["type"] === citationsItem ? item["citations"] : undefined;
}

/** Only what this model thought itself, signed or encrypted, is taken back. */
function thinkingBlock(
  part: Exclude<TurnPart, { type: "text" | "call" }>,
  origin: string,
): string | undefined {
  if (part.provider !== origin) return undefined;
  if (part.type === "reasoning") {
    if (part.signature === undefined || part.signature === "") return undefined;
    return `{"type":"thinking","thinking":${jsonText(part.text)},"signature":${jsonText(part.signature)}`;
  }
  if (!isRecord(part.item) || part.item["type"] !== "redacted_thinking") return undefined;
  const { data } = part.item;
  return typeof data === "string" && data !== ""
    ? `{"type":"redacted_thinking","data":${jsonText(data)}`
    : undefined;
}

function resultBlock({ id, content, notes, images, isError }: WireResult): string {
  const blocks = [content, ...notes].map((text) => `${textBlock(text)}}`);
  for (const image of images) blocks.push(`${mediaBlock(image)}}`);
  const inside = blocks.length === 1 ? jsonText(content) : `[${blocks.join(",")}]`;
  return `{"type":"tool_result","tool_use_id":${jsonText(id)},"content":${inside}${isError ? `,"is_error":true` : ""}`;
}
