import type { AssistantPart, TextPart } from "../message.ts";
import type { ModelEvent } from "../model.ts";
import type { OutputWire } from "../render/schema/output-wire.ts";
import type { AnswerDecoder } from "../transport/answer-decoder.ts";
import type { JsonRecord } from "../transport/json-fields.ts";

/**
 * Gives an answer that is data in the form that was asked for, where the provider was shown another one. The message of
 * `finish` counts; deltas come as the model writes them, without the object around them that the provider wanted.
 */
export function outputDecoder(decoder: AnswerDecoder, wire: OutputWire | undefined): AnswerDecoder {
  return wire?.fromWire === undefined ? decoder : new OutputDecoder(decoder, wire, wire.fromWire);
}

class OutputDecoder implements AnswerDecoder {
  readonly #inner: AnswerDecoder;
  readonly #fromWire: (value: unknown) => unknown;
  readonly #wrapper: TextWrapper | undefined;

  constructor(inner: AnswerDecoder, { wrapped }: OutputWire, fromWire: (value: unknown) => unknown) {
    this.#inner = inner;
    this.#fromWire = fromWire;
    this.#wrapper = wrapped === undefined ? undefined : new TextWrapper(wrapped);
  }

  get finished(): boolean {
    return this.#inner.finished;
  }

  data(data: string, events: ModelEvent[]): void {
    this.#translated(events, (inner) => this.#inner.data(data, inner));
  }

  document(document: JsonRecord, events: ModelEvent[]): boolean {
    return this.#translated(events, (inner) => this.#inner.document(document, inner));
  }

  end(events: ModelEvent[]): void {
    this.#translated(events, (inner) => this.#inner.end(inner));
  }

  #translated<T>(events: ModelEvent[], decode: (inner: ModelEvent[]) => T): T {
    const inner: ModelEvent[] = [];
    try {
      return decode(inner);
    } finally {
      // What came before a failure still counts.
      for (const event of inner) this.#pass(event, events);
    }
  }

  #pass(event: ModelEvent, events: ModelEvent[]): void {
    if (event.type === "text-delta") {
      const text = this.#wrapper === undefined ? event.text : this.#wrapper.push(event.text);
      if (text !== "") events.push({ type: "text-delta", text });
    } else if (event.type === "finish") {
      const rest = this.#wrapper?.end() ?? "";
      if (rest !== "") events.push({ type: "text-delta", text: rest });
      const content = this.#content(event.message.content);
      events.push({ ...event, message: { ...event.message, content } });
    } else events.push(event);
  }

  /** An answer of calls, or one that was cut off, is no data. */
  #content(content: readonly AssistantPart[]): readonly AssistantPart[] {
    const texts = content.filter((part): part is TextPart => part.type === "text");
    const [first] = texts;
    if (first === undefined) return content;
    try {
      const value: unknown = JSON.parse(texts.map(({ text }) => text).join(""));
      const text = JSON.stringify(this.#fromWire(value)) ?? "null";
      return content.flatMap((part): AssistantPart[] => {
        if (part.type !== "text") return [part];
        return part === first ? [{ type: "text", text }] : [];
      });
    } catch {
      // Said below as it came: whoever wanted data finds that it is none.
      return content;
    }
  }
}

/** Takes `{"value":` from the beginning of a text that comes in pieces, and `}` from its end. */
class TextWrapper {
  readonly #opening: RegExp;
  #state: "before" | "inside" | "none" = "before";
  /** What may belong to the wrapper. */
  #held = "";

  constructor(name: string) {
    this.#opening = new RegExp(`^\\s*\\{\\s*"${name}"\\s*:\\s*`);
  }

  push(piece: string): string {
    if (this.#state === "none") return piece;
    this.#held += piece;
    if (this.#state === "before" && !this.#open())
      return this.#state === "before" ? "" : this.#take(this.#held.length);
    // The last brace is the wrapper's: braces and white space wait for what follows them.
    return this.#take(this.#held.length - (/[\s}]*$/.exec(this.#held)?.[0].length ?? 0));
  }

  end(): string {
    const rest = this.#state === "inside" ? this.#held.replace(/\}\s*$/, "").trimEnd() : this.#held;
    this.#held = "";
    return rest;
  }

  #open(): boolean {
    const opening = this.#opening.exec(this.#held);
    if (opening !== null) {
      this.#held = this.#held.slice(opening[0].length);
      this.#state = "inside";
      return true;
    }
    // Longer than any opening that a model writes: it wrote something else.
    if (this.#held.trim().length > 32 || /^\s*[^\s{]/.test(this.#held)) this.#state = "none";
    return false;
  }

  #take(length: number): string {
    const text = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    return text;
  }
}
