import type { ImagePart, TextPart } from "../message.ts";
import type { ModelRequest } from "../model.ts";
import { isRecord } from "../transport/json-fields.ts";
import { functionTools } from "./tool-schemas.ts";
import type { ClosingWriter, Output, TurnPart, WireFormat, WireResult } from "./wire-format.ts";
import { isBlank, jsonData, jsonText } from "./wire-text.ts";

/** `adaptive`: the model decides, with an effort; `budget`: it gets tokens to think with; `none`: it can't. */
export type ThinkingStyle = "adaptive" | "budget" | "none";

export interface MessagesFormatOptions {
  readonly model: string;
  /** Marks the parts of messages that this adapter made. */
  readonly origin: string;
  /** Where the request names no limit; Anthropic wants one. */
  readonly maxOutputTokens: number;
  readonly thinking: ThinkingStyle;
  /** Top-level fields that go into every request. */
  readonly fields: { readonly [key: string]: unknown };
}

const cacheMarker = `,"cache_control":{"type":"ephemeral"}`;
const thinkingBudgets = { minimal: 4000, low: 4000, medium: 8000, high: 16_000 } as const;
/** What an answer needs beside its thinking. */
const answerTokens = 4096;

/**
 * Anthropic Messages. The cache is marked at two places: after the system prompt, where the marker stays, and at
 * the last block, where it moves on with every request; everything else stays as it was sent before.
 */
export function messagesFormat(options: MessagesFormatOptions): WireFormat {
  return {
    head(request) {
      const tools = functionTools(request.tools).map(({ name, description, parameters }) =>
        jsonData({ name, description, input_schema: parameters }),
      );
      const hasSystem = !isBlank(request.system);
      const lastTool = tools.pop();
      if (lastTool !== undefined)
        tools.push(hasSystem ? lastTool : `${lastTool.slice(0, -1)}${cacheMarker}}`);
      let head = jsonData({ model: options.model, stream: true, ...options.fields }).slice(0, -1);
      if (tools.length > 0) head += `,"tools":[${tools.join(",")}]`;
      if (hasSystem) head += `,"system":[{"type":"text","text":${jsonText(request.system)}${cacheMarker}}]`;
      return `${head},"messages":[`;
    },
    writer: (output) => new MessagesWriter(output, options),
  };
}

class MessagesWriter implements ClosingWriter {
  readonly #output: Output;
  readonly #options: MessagesFormatOptions;
  readonly #calledTools = new Set<string>();
  #openRole: "user" | "assistant" | undefined;
  /** Whether the answer that the results at the end belong to began with thinking. Undefined outside of one. */
  #turnThinks: boolean | undefined;

  constructor(output: Output, options: MessagesFormatOptions) {
    this.#output = output;
    this.#options = options;
  }

  user(parts: readonly (TextPart | ImagePart)[]): void {
    if (this.#openRole !== "user") this.#turnThinks = undefined;
    for (const part of parts)
      this.#block("user", part.type === "text" ? textBlock(part.text) : imageBlock(part));
  }

  assistant(parts: readonly TurnPart[]): void {
    const blocks: string[] = [];
    const calls: string[] = [];
    for (const part of parts) {
      if (part.type === "text") blocks.push(textBlock(part.text));
      else if (part.type === "call") {
        this.#calledTools.add(part.name);
        const id = jsonText(part.id);
        calls.push(`{"type":"tool_use","id":${id},"name":${jsonText(part.name)},"input":${part.arguments}`);
      } else {
        const block = thinkingBlock(part, this.#options.origin);
        if (block !== undefined) blocks.push(block);
      }
    }
    const all = [...blocks, ...calls];
    this.#turnThinks ??= /^\{"type":"(?:redacted_)?thinking"/.test(all[0] ?? "");
    for (const block of all) this.#block("assistant", block);
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

  tail(request: ModelRequest): string {
    const { budget, fields } = this.#thinking(request);
    const wanted = request.maxOutputTokens ?? this.#options.maxOutputTokens;
    const maxTokens = budget === 0 ? wanted : Math.max(wanted, budget + answerTokens);
    return `${cacheMarker}}]}],"max_tokens":${maxTokens}${fields}${this.#toolChoice(request)}}`;
  }

  #thinking({ reasoningEffort }: ModelRequest): { readonly budget: number; readonly fields: string } {
    const { thinking } = this.#options;
    const none = { budget: 0, fields: "" };
    if (reasoningEffort === undefined || thinking === "none") return none;
    if (thinking === "adaptive") {
      const effort = reasoningEffort === "minimal" ? "low" : reasoningEffort;
      return { budget: 0, fields: `,"thinking":{"type":"adaptive"},"output_config":{"effort":"${effort}"}` };
    }
    // An answer that began without thinking, made by another model perhaps, can't go on with it.
    if (this.#turnThinks === false) return none;
    const budget = thinkingBudgets[reasoningEffort];
    return { budget, fields: `,"thinking":{"type":"enabled","budget_tokens":${budget}}` };
  }

  #toolChoice({ tools, toolChoice }: ModelRequest): string {
    if (tools.length > 0) return toolChoice === "none" ? `,"tool_choice":{"type":"none"}` : "";
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

function imageBlock({ mediaType, data }: ImagePart): string {
  return `{"type":"image","source":{"type":"base64","media_type":${jsonText(mediaType)},"data":${jsonText(data)}}`;
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
  for (const image of images) blocks.push(`${imageBlock(image)}}`);
  const inside = blocks.length === 1 ? jsonText(content) : `[${blocks.join(",")}]`;
  return `{"type":"tool_result","tool_use_id":${jsonText(id)},"content":${inside}${isError ? `,"is_error":true` : ""}`;
}
