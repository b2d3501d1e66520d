import type { TurnEnd } from "@hermes/agent-loop";
import type { ToolCallPart } from "@hermes/models";
import { openAiError } from "../errors/error-response.ts";
import type { SessionEvent } from "../ports/runs-port.ts";
import type { Caller } from "../trust/caller.ts";
import { clientCalls } from "./client-calls.ts";
import type { ReadCalls } from "./client-calls.ts";
import { toolDefinition } from "./client-request.ts";
import type { ResponseRequest } from "./response-request.ts";
import { dataOf, finishReasonOf, turnFailure } from "./turn-failure.ts";
import { responseUsage } from "./usage-fields.ts";

type Json = Readonly<Record<string, unknown>>;

export interface ResponseWriterOptions {
  readonly id: string;
  readonly model: string;
  /** Seconds since 1970. */
  readonly createdAt: number;
  readonly request: ResponseRequest;
  readonly caller: Caller;
  readonly now: () => number;
}

interface OpenItem {
  readonly type: "message" | "reasoning";
  readonly id: string;
  readonly index: number;
  text: string;
}

/**
 * Writes the events of a turn as those of Responses, and the object that they make. The same turn gives the same events, with the
 * same ids and numbers.
 *
 * @see https://www.openresponses.org
 */
export class ResponseWriter {
  readonly #options: ResponseWriterOptions;
  readonly #calls: ReadCalls;
  readonly #isData: boolean;
  readonly #output: Json[] = [];
  #open: OpenItem | undefined;
  #items = 0;
  #number = 0;
  #isBegun = false;
  #end: TurnEnd | undefined;

  constructor(options: ResponseWriterOptions) {
    this.#options = options;
    this.#calls = clientCalls(options.request.tools, options.request);
    this.#isData = (options.request.text?.format?.type ?? "text") !== "text";
  }

  get isEnded(): boolean {
    return this.#end !== undefined;
  }

  take(event: SessionEvent): readonly Json[] {
    return [...this.#begin(), ...this.#write(event)].map((each) => ({
      ...each,
      sequence_number: this.#number++,
    }));
  }

  /** As far as it has come. */
  response(): Json {
    const { id, model, createdAt, request, now } = this.#options;
    const end = this.#end;
    const status = this.#status();
    const reason = end === undefined ? "stop" : finishReasonOf(end);
    const failure = end && turnFailure(end, this.#options.caller);
    return {
      ...{ id, object: "response", created_at: createdAt, status, model },
      completed_at: status === "completed" ? Math.floor(now() / 1_000) : null,
      output: [...this.#output],
      error: failure === undefined ? null : { code: openAiError(failure).code, message: failure.message },
      incomplete_details:
        status === "incomplete"
          ? { reason: reason === "length" ? "max_output_tokens" : "content_filter" }
          : null,
      usage: end === undefined ? null : responseUsage(end.usage),
      ...settingsOf(request),
    };
  }

  #status(): string {
    const end = this.#end;
    if (end === undefined) return "in_progress";
    if (end.reason === "interrupted") return "cancelled";
    if (turnFailure(end, this.#options.caller) !== undefined) return "failed";
    return finishReasonOf(end) === "stop" ? "completed" : "incomplete";
  }

  #begin(): readonly Json[] {
    if (this.#isBegun) return [];
    this.#isBegun = true;
    const response = this.response();
    return [
      { type: "response.created", response },
      { type: "response.in_progress", response },
    ];
  }

  #write(event: SessionEvent): readonly Json[] {
    switch (event.type) {
      case "text-delta":
        // Data are told when they are whole and were read.
        return this.#isData ? [] : this.#say("message", event.text);
      case "reasoning-delta":
        return this.#say("reasoning", event.text);
      case "text-restart":
        return this.#close("incomplete");
      case "message":
        return event.message.role === "assistant"
          ? [
              ...this.#close("completed"),
              ...this.#calls(event.message.content).flatMap((call) => this.#call(call)),
            ]
          : [];
      case "turn-end": {
        const data = dataOf(event);
        const closing =
          data === ""
            ? this.#close("incomplete")
            : [...this.#close("completed"), ...this.#say("message", data), ...this.#close("completed")];
        this.#end = event;
        return [...closing, lastEvent(this.response())];
      }
      default:
        return [];
    }
  }

  #say(type: OpenItem["type"], text: string): readonly Json[] {
    const isOpen = this.#open?.type === type;
    const before = isOpen ? [] : [...this.#close("completed"), ...this.#begun(type)];
    const open = this.#open;
    if (open === undefined) return before;
    open.text += text;
    const place = { item_id: open.id, output_index: open.index };
    const delta =
      type === "message"
        ? { type: "response.output_text.delta", ...place, content_index: 0, delta: text, logprobs: [] }
        : { type: "response.reasoning_summary_text.delta", ...place, summary_index: 0, delta: text };
    return [...before, delta];
  }

  #begun(type: OpenItem["type"]): readonly Json[] {
    const open = {
      type,
      id: this.#itemId(type === "message" ? "msg" : "rs"),
      index: this.#items++,
      text: "",
    };
    this.#open = open;
    const place = { item_id: open.id, output_index: open.index };
    const item = itemOf(open, "in_progress", false);
    return [
      { type: "response.output_item.added", output_index: open.index, item },
      type === "message"
        ? { type: "response.content_part.added", ...place, content_index: 0, part: textPart("") }
        : {
            type: "response.reasoning_summary_part.added",
            ...place,
            summary_index: 0,
            part: summaryPart(""),
          },
    ];
  }

  /** What is incomplete is void, and no part of the output. */
  #close(status: "completed" | "incomplete"): readonly Json[] {
    const open = this.#open;
    if (open === undefined) return [];
    this.#open = undefined;
    const item = itemOf(open, status, true);
    if (status === "completed") this.#output.push(item);
    const { text } = open;
    const place = { item_id: open.id, output_index: open.index };
    const done =
      open.type === "message"
        ? [
            { type: "response.output_text.done", ...place, content_index: 0, text, logprobs: [] },
            { type: "response.content_part.done", ...place, content_index: 0, part: textPart(text) },
          ]
        : [
            { type: "response.reasoning_summary_text.done", ...place, summary_index: 0, text },
            {
              type: "response.reasoning_summary_part.done",
              ...place,
              summary_index: 0,
              part: summaryPart(text),
            },
          ];
    return [...done, { type: "response.output_item.done", output_index: open.index, item }];
  }

  #call({ id: callId, name, arguments: written }: ToolCallPart): readonly Json[] {
    const index = this.#items;
    const id = this.#itemId("fc");
    this.#items++;
    const item = { id, type: "function_call", call_id: callId, name };
    const place = { item_id: id, output_index: index };
    const whole = { ...item, arguments: written, status: "completed" };
    this.#output.push(whole);
    return [
      {
        type: "response.output_item.added",
        output_index: index,
        item: { ...item, arguments: "", status: "in_progress" },
      },
      { type: "response.function_call_arguments.delta", ...place, delta: written },
      { type: "response.function_call_arguments.done", ...place, name, arguments: written },
      { type: "response.output_item.done", output_index: index, item: whole },
    ];
  }

  #itemId(kind: string): string {
    return `${kind}_${this.#options.id.replace(/^resp_/, "")}${this.#items.toString().padStart(4, "0")}`;
  }
}

/** What the events of a response end with. */
export function lastEvent(response: Json): Json {
  const { status } = response;
  const type = status === "completed" || status === "failed" ? status : "incomplete";
  return { type: `response.${type}`, response };
}

function itemOf({ type, id, text }: OpenItem, status: string, isWhole: boolean): Json {
  return type === "message"
    ? { id, type, role: "assistant", status, content: isWhole ? [textPart(text)] : [] }
    : { id, type, summary: isWhole ? [summaryPart(text)] : [], status };
}

function textPart(text: string): Json {
  return { type: "output_text", text, annotations: [], logprobs: [] };
}

function summaryPart(text: string): Json {
  return { type: "summary_text", text };
}

/** What the request asked for, as the object repeats it. */
function settingsOf(request: ResponseRequest): Json {
  return {
    previous_response_id: request.previous_response_id ?? null,
    instructions: request.instructions ?? null,
    tools: (request.tools ?? []).map((tool) => ({ type: "function", ...toolDefinition(tool), strict: null })),
    tool_choice: request.tool_choice ?? "auto",
    truncation: "disabled",
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    text: { format: formatOf(request) },
    temperature: request.temperature ?? 1,
    top_p: request.top_p ?? 1,
    presence_penalty: 0,
    frequency_penalty: 0,
    top_logprobs: 0,
    reasoning: { effort: request.reasoning?.effort ?? null, summary: null },
    max_output_tokens: request.max_output_tokens ?? null,
    max_tool_calls: null,
    store: request.store ?? true,
    background: request.background ?? false,
    service_tier: "default",
    metadata: request.metadata ?? {},
    safety_identifier: null,
    prompt_cache_key: null,
  };
}

function formatOf({ text }: ResponseRequest): Json {
  const format = text?.format ?? { type: "text" };
  if (format.type !== "json_schema") return format;
  const { name = "answer", description, strict } = format;
  return { ...format, name, description: description ?? null, strict: strict ?? false };
}
