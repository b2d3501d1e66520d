import { type EffortTable, type ReasoningEffort, sentFor } from "../catalog/reasoning-effort.ts";
import type { MediaPart, ReasoningPart } from "../message.ts";
import type { ModelRequest } from "../model.ts";
import { isRecord } from "../transport/json-fields.ts";
import { cacheMarker, type CacheTtl } from "./cache-marker.ts";
import { type SamplingNames, samplingFields } from "./sampling-fields.ts";
import type { OutputDialectName } from "./schema/output-dialects.ts";
import { keptOutputWires, type OutputWire } from "./schema/output-wire.ts";
import { type ChoiceAbilities, type WireChoice, wireChoice } from "./wire-choice.ts";
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
import { isBlank, jsonData, jsonText, jsonTextInside } from "./wire-text.ts";
import { fileNameOf, type MediaRules } from "./wire-media.ts";
import { keptWireTools, type SchemaDialect, type WireTools } from "./wire-tools.ts";

/** In which field a server wants the reasoning of earlier turns back. */
export type ReasoningEcho = "none" | "reasoning_content" | "reasoning_details";

export interface ChatFormatOptions {
  readonly model: string;
  /** Marks the parts of messages that this adapter made. */
  readonly origin: string;
  readonly maxTokensField: "max_tokens" | "max_completion_tokens";
  readonly efforts: EffortTable;
  readonly reasoningEcho: ReasoningEcho;
  readonly schemas: SchemaDialect;
  readonly media: MediaRules;
  /** Which settings the model takes, at an effort. */
  readonly sampling: (effort: ReasoningEffort | undefined) => SamplingNames;
  readonly toolChoice?: ChoiceAbilities | undefined;
  /** What the provider takes of the schema of an answer. Undefined: it takes none. */
  readonly outputs: OutputDialectName | undefined;
  /** Marks the system prompt, where the last request ended, and the end, for Anthropic's cache, as OpenRouter passes it on. */
  readonly cacheMarkers: boolean;
  /** How long the provider keeps what is marked. @default "5m" */
  readonly cacheTtl?: CacheTtl | undefined;
  /** Where the request names no limit. */
  readonly maxOutputTokens: number | undefined;
  /** Top-level fields that go into every request. */
  readonly fields: { readonly [key: string]: unknown };
}

/** Fields that a provider put beside its answer, kept as a part of the message. */
export const messageFieldsItem = "message_fields";

/** Chat Completions, as OpenAI and the servers compatible with it take them. */
export function chatFormat(options: ChatFormatOptions): WireFormat {
  const wireTools = keptWireTools(options.schemas);
  const wireOutput = options.outputs && keptOutputWires(options.outputs);
  const outputOf = ({ output }: ModelRequest): OutputWire | undefined => output && wireOutput?.(output);
  return {
    tools: wireTools,
    media: options.media,
    output: outputOf,
    head(request) {
      const { model, fields } = options;
      const tools = wireTools(request.tools).definitions.map((tool) => ({
        type: "function",
        function: tool,
      }));
      const top = jsonData({ model, stream: true, ...fields, ...(tools.length === 0 ? {} : { tools }) });
      return `${top.slice(0, -1)},"messages":[${systemMessage(request.system, markerOf(options))}`;
    },
    writer: (output, request) =>
      new ChatWriter(output, options, {
        needsComma: !isBlank(request.system),
        tools: wireTools(request.tools),
        outputOf,
      }),
  };
}

/** Empty: nothing is marked. */
function markerOf({ cacheMarkers, cacheTtl = "5m" }: ChatFormatOptions): string {
  return cacheMarkers ? cacheMarker(cacheTtl) : "";
}

function systemMessage(system: string, marker: string): string {
  if (isBlank(system)) return "";
  const text = jsonText(system);
  const content = marker === "" ? text : `[{"type":"text","text":${text}${marker}}]`;
  return `{"role":"system","content":${content}}`;
}

/** What is open at the end of the output. */
type Open = "nothing" | "text" | "parts" | "part-with-text";

interface RequestParts {
  /** Whether a message stands before those of the conversation. */
  readonly needsComma: boolean;
  readonly tools: WireTools;
  outputOf(request: ModelRequest): OutputWire | undefined;
}

class ChatWriter implements ClosingWriter {
  readonly #output: Output;
  readonly #options: ChatFormatOptions;
  readonly #marker: string;
  readonly #request: RequestParts;
  #needsComma: boolean;
  #open: Open = "nothing";
  /** A tool message can't take the words of the user. */
  #openIsUser = false;

  constructor(output: Output, options: ChatFormatOptions, request: RequestParts) {
    this.#output = output;
    this.#options = options;
    this.#marker = markerOf(options);
    this.#request = request;
    this.#needsComma = request.needsComma;
  }

  user(parts: readonly InputPart[]): void {
    const plain = this.#marker === "" && parts.every((part) => part.type === "text");
    if (plain) this.#userText(parts.map((part) => (part.type === "text" ? part.text : "")).join("\n\n"));
    else this.#userParts(parts);
  }

  // Templates of local models want the roles to take turns, so that words of the user go on in the open message.
  #userText(text: string): void {
    if (this.#openIsUser && this.#open === "text") return this.#output.append(jsonTextInside(`\n\n${text}`));
    if (this.#openIsUser && this.#open !== "nothing") return this.#userParts([{ type: "text", text }]);
    this.#begin(`{"role":"user","content":"${jsonTextInside(text)}`, "text");
    this.#openIsUser = true;
  }

  #userParts(parts: readonly InputPart[]): void {
    for (const part of parts) {
      const goesOn = this.#openIsUser && (this.#open === "parts" || this.#open === "part-with-text");
      if (!goesOn) this.#begin(`{"role":"user","content":[`, "parts");
      else if (this.#open === "part-with-text") this.#output.append(`"},`);
      else this.#output.append(",");
      this.#openIsUser = true;
      if (part.type === "text") {
        this.#output.append(`{"type":"text","text":"${jsonTextInside(part.text)}`);
        this.#open = "part-with-text";
      } else {
        this.#output.append(mediaPart(part));
        this.#open = "parts";
      }
    }
  }

  assistant(parts: readonly TurnPart[]): void {
    const texts: string[] = [];
    const calls: WireCall[] = [];
    for (const part of parts) {
      if (part.type === "text") texts.push(part.text);
      else if (part.type === "call") calls.push(part);
    }
    const content = texts.length === 0 ? "null" : jsonText(texts.join("\n\n"));
    const toolCalls =
      calls.length === 0
        ? ""
        : `,"tool_calls":[${calls.map((call) => toolCall(call, this.#options.origin)).join(",")}]`;
    const fields = this.#messageFields(parts);
    this.#begin(
      `{"role":"assistant","content":${content}${this.#reasoning(parts)}${fields}${toolCalls}}`,
      "nothing",
    );
  }

  #reasoning(parts: readonly TurnPart[]): string {
    const { reasoningEcho, origin } = this.#options;
    if (reasoningEcho === "reasoning_content") {
      const own = parts.filter(
        (part): part is ReasoningPart => part.type === "reasoning" && part.provider === origin,
      );
      // Servers that want it want it on every turn.
      return `,"reasoning_content":${jsonText(own.map((part) => part.text).join("") || " ")}`;
    }
    if (reasoningEcho === "reasoning_details") {
      for (const part of parts) {
        if (part.type === "provider" && part.provider === origin && Array.isArray(part.item))
          return `,"reasoning_details":${jsonData(part.item)}`;
      }
    }
    return "";
  }

  /** What the provider put beside its answer and wants to have back there. */
  #messageFields(parts: readonly TurnPart[]): string {
    for (const part of parts) {
      if (part.type !== "provider" || part.provider !== this.#options.origin) continue;
      if (!isRecord(part.item) || part.item["type"] !== messageFieldsItem) continue;
      return fieldsText(part.item["fields"]);
    }
    return "";
  }

  results(results: readonly WireResult[]): void {
    const images: InputPart[] = [];
    for (const result of results) {
      this.#result(result);
      if (result.images.length === 0) continue;
      images.push(
        { type: "text", text: `Images from the result of ${result.name} (${result.id}):` },
        ...result.images,
      );
    }
    if (images.length > 0) this.#userParts(images);
  }

  #result({ id, content, notes }: WireResult): void {
    const text = jsonTextInside([content, ...notes].join("\n\n"));
    const start = `{"role":"tool","tool_call_id":${jsonText(id)},"content":`;
    if (this.#marker !== "") this.#begin(`${start}[{"type":"text","text":"${text}`, "part-with-text");
    else this.#begin(`${start}"${text}`, "text");
  }

  /** Closes the message in progress and begins another one. */
  #begin(text: string, open: Open): void {
    const closing = this.#closing("");
    this.#output.append(this.#needsComma ? `${closing},${text}` : text);
    this.#needsComma = true;
    this.#open = open;
    this.#openIsUser = false;
  }

  #closing(marker: string): string {
    switch (this.#open) {
      case "nothing":
        return "";
      case "text":
        return `"}`;
      case "parts":
        return `]}`;
      case "part-with-text":
        return `"${marker}}]}`;
    }
  }

  /** Behind the quotation mark that closes the text. */
  mark(): CacheMark | undefined {
    return this.#marker !== "" && this.#open === "part-with-text"
      ? { skip: 1, text: this.#marker }
      : undefined;
  }

  tail(request: ModelRequest, report: Report): string {
    const { maxTokensField, efforts, sampling, toolChoice } = this.#options;
    const { reasoningEffort, output, maxOutputTokens = this.#options.maxOutputTokens } = request;
    let tail = `${this.#closing(this.#marker)}]`;
    if (maxOutputTokens !== undefined) tail += `,"${maxTokensField}":${maxOutputTokens}`;
    const effort = jsonData(sentFor(efforts, reasoningEffort) ?? {});
    if (effort !== "{}") tail += `,${effort.slice(1, -1)}`;
    const fields = {
      ...samplingFields(request, sampling(reasoningEffort), report),
      ...choiceField(wireChoice(request, this.#request.tools, report, toolChoice)),
      ...(output === undefined ? {} : formatField(output.name, this.#request.outputOf(request), report)),
    };
    return `${tail}${fieldsText(fields)}}`;
  }
}

function choiceField(choice: WireChoice): object {
  if (choice === undefined) return {};
  const named = typeof choice === "object" ? { type: "function", function: { name: choice.tool } } : choice;
  return { tool_choice: named };
}

function formatField(name: string, wire: OutputWire | undefined, report: Report): object {
  if (wire === undefined) {
    report({ type: "unsupported", what: "output", sent: "nothing", detail: name });
    return {};
  }
  const json_schema = { name, strict: true, schema: wire.schema };
  return { response_format: { type: "json_schema", json_schema } };
}

/** A picture by its bytes or its address, or a file by its bytes or its id. */
function mediaPart(part: MediaPart): string {
  const data = part.data === undefined ? undefined : `data:${part.mediaType};base64,${part.data}`;
  if (part.type === "image") return jsonData({ type: "image_url", image_url: { url: data ?? part.url } });
  const file =
    part.fileId === undefined
      ? { filename: fileNameOf(part), file_data: data ?? part.url }
      : { file_id: part.fileId };
  return jsonData({ type: "file", file });
}

function toolCall({ id, name, arguments: text, providerFields }: WireCall, origin: string): string {
  const fields = providerFields?.provider === origin ? fieldsText(providerFields.fields) : "";
  return `{"id":${jsonText(id)},"type":"function","function":{"name":${jsonText(name)},"arguments":${jsonText(text)}}${fields}}`;
}

/** Further fields of an object that is being written. */
function fieldsText(fields: unknown): string {
  return isRecord(fields) && Object.keys(fields).length > 0 ? `,${jsonData(fields).slice(1, -1)}` : "";
}
