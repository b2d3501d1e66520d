import type { AssistantPart, FinishReason } from "../message.ts";
import type { ModelEvent } from "../model.ts";
import type { AnswerDecoder } from "../transport/answer-decoder.ts";
import { countAt, isRecord, type JsonRecord, listAt, recordAt, textAt } from "../transport/json-fields.ts";
import { noUsage, type Usage } from "../usage.ts";
import type { DecoderContext } from "./http-model.ts";
import { ThinkTags } from "./think-tags.ts";
import { newCallId, ToolCallSlots } from "./tool-call-slots.ts";

/** Reads the lines of Ollama's own chat. */
export class OllamaDecoder implements AnswerDecoder {
  finished = false;
  readonly #context: DecoderContext;
  readonly #calls: ToolCallSlots;
  /** Models whose templates Ollama does not know write their thoughts into the answer. */
  readonly #think = new ThinkTags();
  #text = "";
  #reasoning = "";
  #doneReason: string | undefined;
  #usage: Usage = noUsage;
  #model: string | undefined;

  constructor(context: DecoderContext) {
    this.#context = context;
    this.#calls = new ToolCallSlots(context.tools, context.origin);
  }

  data(data: string, events: ModelEvent[]): void {
    this.#line(this.#context.parse(data), events);
  }

  document(document: JsonRecord, events: ModelEvent[]): boolean {
    if (!isRecord(document["message"]) && document["error"] === undefined && document["done"] !== true)
      return false;
    this.#line(document, events);
    return true;
  }

  #line(line: JsonRecord, events: ModelEvent[]): void {
    // The status of the answer was 200 when it began; what failed later is said in a line.
    if (line["error"] !== undefined && line["error"] !== null) throw this.#context.streamError(line);
    this.#model ??= textAt(line, "model");
    const message = recordAt(line, "message");
    if (message !== undefined) this.#message(message, events);
    if (line["done"] !== true) return;
    this.#doneReason = textAt(line, "done_reason") ?? "stop";
    this.#usage = {
      ...noUsage,
      inputTokens: countAt(line, "prompt_eval_count") ?? 0,
      outputTokens: countAt(line, "eval_count") ?? 0,
    };
    this.end(events);
  }

  #message(message: JsonRecord, events: ModelEvent[]): void {
    const say = (kind: "text" | "reasoning", text: string): void => this.#say(kind, text, events);
    const thought = textAt(message, "thinking");
    if (thought !== undefined) say("reasoning", thought);
    const text = textAt(message, "content");
    if (text !== undefined) this.#think.push(text, say);
    for (const call of listAt(message, "tool_calls")) if (isRecord(call)) this.#call(call, events);
  }

  #call(call: JsonRecord, events: ModelEvent[]): void {
    const definition = recordAt(call, "function") ?? {};
    const id = textAt(call, "id") ?? newCallId();
    const slot = this.#calls.begin({ id, name: textAt(definition, "name") ?? "" });
    const args = definition["arguments"];
    this.#calls.extend(slot, typeof args === "string" ? args : JSON.stringify(args ?? {}), events);
  }

  #say(kind: "text" | "reasoning", text: string, events: ModelEvent[]): void {
    if (text === "") return;
    if (kind === "text") this.#text += text;
    else this.#reasoning += text;
    events.push({ type: kind === "text" ? "text-delta" : "reasoning-delta", text });
  }

  end(events: ModelEvent[]): void {
    if (this.finished || this.#doneReason === undefined) return;
    this.finished = true;
    this.#think.end((kind, text) => this.#say(kind, text, events));
    this.#calls.end(events);
    const called = this.#calls.size > 0;
    const finishReason: FinishReason =
      this.#doneReason === "length" ? "length" : called ? "tool-calls" : "stop";
    events.push({
      type: "finish",
      message: { role: "assistant", content: this.#content(), finishReason },
      finishReason,
      usage: this.#context.priced(this.#usage),
      ...(this.#model === undefined ? {} : { model: this.#model }),
    });
  }

  #content(): AssistantPart[] {
    const provider = this.#context.origin;
    const parts: AssistantPart[] = [];
    if (this.#reasoning !== "") parts.push({ type: "reasoning", text: this.#reasoning, provider });
    if (this.#text !== "") parts.push({ type: "text", text: this.#text });
    return [...parts, ...this.#calls.parts()];
  }
}
