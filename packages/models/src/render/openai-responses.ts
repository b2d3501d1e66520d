import { nearestEffort, type ReasoningEffort } from "../catalog/reasoning-effort.ts";
import type { ProviderPart } from "../message.ts";
import type { ModelRequest } from "../model.ts";
import { isRecord, textAt } from "../transport/json-fields.ts";
import { type SamplingNames, samplingFields } from "./sampling-fields.ts";
import { keptOutputWires, type OutputWire } from "./schema/output-wire.ts";
import { wireChoice } from "./wire-choice.ts";
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
import { keptWireTools, type SchemaDialect, type WireTools } from "./wire-tools.ts";

export interface ResponsesFormatOptions {
  readonly model: string;
  /** Marks the parts of messages that this adapter made. */
  readonly origin: string;
  readonly maxOutputTokens: number | undefined;
  /** Whether the model thinks: it then gives its thoughts encrypted, to have them back. */
  readonly reasons: boolean;
  /** What the model knows of them. */
  readonly efforts: readonly ReasoningEffort[];
  readonly schemas: SchemaDialect;
  readonly media: MediaRules;
  /** Which settings the model takes, at an effort. */
  readonly sampling: (effort: ReasoningEffort | undefined) => SamplingNames;
  /** Whether the provider takes the schema of an answer. */
  readonly outputs: boolean;
  /** Top-level fields that go into every request. */
  readonly fields: { readonly [key: string]: unknown };
}

/** The phase of an assistant message, kept before its text: some models want it back. */
export const phaseItem = "message_phase";

/** OpenAI Responses, with nothing stored at the provider. */
export function responsesFormat(options: ResponsesFormatOptions): WireFormat {
  const wireTools = keptWireTools(options.schemas);
  const wireOutput = keptOutputWires("openai");
  const outputOf = ({ output }: ModelRequest): OutputWire | undefined =>
    output !== undefined && options.outputs ? wireOutput(output) : undefined;
  return {
    tools: wireTools,
    media: options.media,
    output: outputOf,
    head(request) {
      const { model, reasons, fields } = options;
      const tools = wireTools(request.tools).definitions.map((tool) => ({
        type: "function",
        ...tool,
        strict: false,
      }));
      const top = jsonData({
        model,
        stream: true,
        store: false,
        ...(reasons ? { include: ["reasoning.encrypted_content"] } : {}),
        ...fields,
        ...(isBlank(request.system) ? {} : { instructions: request.system }),
        ...(tools.length === 0 ? {} : { tools }),
      });
      return `${top.slice(0, -1)},"input":[`;
    },
    writer: (output, request) =>
      new ResponsesWriter(output, options, { tools: wireTools(request.tools), outputOf }),
  };
}

interface RequestParts {
  readonly tools: WireTools;
  outputOf(request: ModelRequest): OutputWire | undefined;
}

class ResponsesWriter implements ClosingWriter {
  readonly #output: Output;
  readonly #options: ResponsesFormatOptions;
  readonly #request: RequestParts;
  readonly #sentReasoning = new Set<string>();
  #needsComma = false;

  constructor(output: Output, options: ResponsesFormatOptions, request: RequestParts) {
    this.#output = output;
    this.#options = options;
    this.#request = request;
  }

  user(parts: readonly InputPart[]): void {
    this.#item(`{"type":"message","role":"user","content":[${parts.map(inputPart).join(",")}]}`);
  }

  assistant(parts: readonly TurnPart[]): void {
    // Thoughts are only taken together with what they led to.
    let thoughts: string[] = [];
    let phase = "";
    for (const part of parts) {
      if (part.type === "provider" && part.provider === this.#options.origin) {
        const thought = this.#reasoning(part);
        if (thought !== undefined) thoughts.push(thought);
        phase = phaseOf(part) ?? phase;
      } else if (part.type === "text" || part.type === "call") {
        for (const thought of thoughts) this.#item(thought);
        thoughts = [];
        this.#item(part.type === "call" ? functionCall(part) : assistantText(part.text, phase));
        phase = "";
      }
    }
  }

  /** The item as it came; undefined when it can't be sent, or was sent already. */
  #reasoning({ item }: ProviderPart): string | undefined {
    if (!isRecord(item) || item["type"] !== "reasoning" || !Array.isArray(item["summary"])) return undefined;
    const id = textAt(item, "id");
    if (id === undefined || textAt(item, "encrypted_content") === undefined) return undefined;
    if (this.#sentReasoning.has(id)) return undefined;
    this.#sentReasoning.add(id);
    return jsonData(item);
  }

  results(results: readonly WireResult[]): void {
    const images: InputPart[] = [];
    for (const result of results) {
      const text = jsonText([result.content, ...result.notes].join("\n\n"));
      this.#item(`{"type":"function_call_output","call_id":${jsonText(result.id)},"output":${text}}`);
      if (result.images.length === 0) continue;
      images.push(
        { type: "text", text: `Images from the result of ${result.name} (${result.id}):` },
        ...result.images,
      );
    }
    if (images.length > 0) this.user(images);
  }

  #item(item: string): void {
    this.#output.append(this.#needsComma ? `,${item}` : item);
    this.#needsComma = true;
  }

  tail(request: ModelRequest, report: Report): string {
    const { reasoningEffort, maxOutputTokens = this.#options.maxOutputTokens } = request;
    let tail = "]";
    if (maxOutputTokens !== undefined) tail += `,"max_output_tokens":${maxOutputTokens}`;
    if (reasoningEffort !== undefined && this.#options.reasons) {
      const effort = nearestEffort(reasoningEffort, this.#options.efforts);
      if (effort === "off") tail += `,"reasoning":{"effort":"none"}`;
      else if (effort !== undefined) tail += `,"reasoning":{"effort":"${effort}","summary":"auto"}`;
    }
    const fields = {
      ...samplingFields(request, this.#options.sampling(reasoningEffort), report),
      ...this.#choiceField(request, report),
      ...this.#textField(request, report),
    };
    const more = jsonData(fields);
    return more === "{}" ? `${tail}}` : `${tail},${more.slice(1)}`;
  }

  #choiceField(request: ModelRequest, report: Report): object {
    const choice = wireChoice(request, this.#request.tools, report);
    if (choice === undefined) return {};
    return { tool_choice: typeof choice === "object" ? { type: "function", name: choice.tool } : choice };
  }

  #textField(request: ModelRequest, report: Report): object {
    if (request.output === undefined) return {};
    const { name } = request.output;
    const wire = this.#request.outputOf(request);
    if (wire !== undefined)
      return { text: { format: { type: "json_schema", name, strict: true, schema: wire.schema } } };
    report({ type: "unsupported", what: "output", sent: "nothing", detail: name });
    return {};
  }
}

function inputPart(part: InputPart): string {
  if (part.type === "text") return `{"type":"input_text","text":${jsonText(part.text)}}`;
  const { data, url, fileId } = part;
  const inline = data === undefined ? undefined : `data:${part.mediaType};base64,${data}`;
  if (part.type === "image") {
    const source = fileId === undefined ? { image_url: inline ?? url } : { file_id: fileId };
    return jsonData({ type: "input_image", ...source, detail: "auto" });
  }
  const source =
    fileId !== undefined
      ? { file_id: fileId }
      : inline === undefined
        ? { file_url: url }
        : { filename: fileNameOf(part), file_data: inline };
  return jsonData({ type: "input_file", ...source });
}

function assistantText(text: string, phase: string): string {
  const suffix = phase === "" ? "" : `,"phase":${jsonText(phase)}`;
  return `{"type":"message","role":"assistant","content":${jsonText(text)}${suffix}}`;
}

function functionCall({ id, name, arguments: text }: Extract<TurnPart, { type: "call" }>): string {
  return `{"type":"function_call","call_id":${jsonText(id)},"name":${jsonText(name)},"arguments":${jsonText(text)}}`;
}

const phases = new Set(["commentary", "final_answer"]);

function phaseOf({ item }: ProviderPart): string | undefined {
  if (!isRecord(item) || item["type"] !== phaseItem) return undefined;
  const phase = textAt(item, "phase");
  return phase !== undefined && phases.has(phase) ? phase : undefined;
}
