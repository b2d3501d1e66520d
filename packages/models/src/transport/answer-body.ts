import { nodeModule } from "@hermes/registry/node";
import type * as decoders from "node:string_decoder";
import type { ModelEvent } from "../model.ts";
import type { AnswerDecoder } from "./answer-decoder.ts";
import type { BodyReader, BodyReaderOptions } from "./body-reader.ts";
import { EventLines } from "./event-lines.ts";
import { isRecord } from "./json-fields.ts";
import { JsonLines } from "./json-lines.ts";

/** How much of a body that is no answer is looked at. */
const enoughToTell = 4096;
const longestDocument = 64_000_000;

/**
 * Hands the text of a body to a decoder: server-sent events as they come, and a JSON document, as servers send that
 * don't stream, when it is whole, or one in each line. What is neither is refused as what it is. The first character tells, since the
 * declared type is wrong as often as not.
 */
export class AnswerBody implements BodyReader {
  readonly #utf8 = openUtf8();
  readonly #decoder: AnswerDecoder;
  readonly #events: ModelEvent[];
  readonly #refusal: (received: string) => Error;
  readonly #lines: EventLines;
  readonly #jsonLines: JsonLines | undefined;
  #kind: "unknown" | "events" | "lines" | "json" | "other" = "unknown";
  #text = "";

  /** @param form `json-lines`: every line is the data of an event, and is read as soon as it ends. */
  constructor(
    decoder: AnswerDecoder,
    { events, refusal }: BodyReaderOptions,
    form: "events" | "json-lines" = "events",
  ) {
    this.#decoder = decoder;
    this.#events = events;
    this.#refusal = refusal;
    this.#lines = new EventLines((data) => decoder.data(data, events));
    if (form === "json-lines") this.#jsonLines = new JsonLines((line) => decoder.data(line, events));
  }

  push(bytes: Uint8Array): void {
    this.#push(this.#utf8.write(bytes));
  }

  #push(text: string): void {
    if (this.#kind === "events") return this.#lines.push(text);
    if (this.#kind === "lines") return this.#jsonLines?.push(text);
    this.#text += text;
    if (this.#kind === "unknown") this.#kind = kindOf(this.#text);
    if (this.#kind === "json" && this.#jsonLines !== undefined && beginsWithLine(this.#text)) {
      this.#kind = "lines";
      this.#jsonLines.push(this.#text);
      this.#text = "";
    } else if (this.#kind === "events") {
      const all = this.#text;
      this.#text = "";
      this.#lines.push(all);
    } else if (this.#text.length > (this.#kind === "other" ? enoughToTell : longestDocument)) {
      throw this.#refusal(this.#text);
    }
  }

  end(): void {
    this.#push(this.#utf8.end());
    if (this.#kind === "json") return this.#document();
    if (this.#kind === "lines") {
      this.#jsonLines?.end();
      return this.#decoder.end(this.#events);
    }
    if (this.#kind === "other") throw this.#refusal(this.#text);
    this.#lines.end();
    if (!this.#lines.sawEvent && this.#lines.strange !== "") throw this.#refusal(this.#lines.strange);
    this.#decoder.end(this.#events);
  }

  #document(): void {
    const value = parsed(this.#text) ?? this.#text.trim().split("\n").map(parsed);
    const documents: unknown[] = Array.isArray(value) ? value : [value];
    // Cut off: the answer has no end, and is a broken one like others.
    if (documents.some((document) => document === undefined)) return;
    for (const document of documents) {
      if (!isRecord(document) || !this.#decoder.document(document, this.#events))
        throw this.#refusal(this.#text);
    }
    this.#decoder.end(this.#events);
  }
}

interface Utf8 {
  /** The text of the bytes, without a character that is not whole yet. */
  write(bytes: Uint8Array): string;
  end(): string;
}

/** Node's own reads small pieces in half the time of the standard one. */
function openUtf8(): Utf8 {
  const node = nodeModule<typeof decoders>("node:string_decoder");
  if (node !== undefined) return new node.StringDecoder("utf8");
  // A byte order mark belongs to the event stream, which skips it.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

function kindOf(text: string): "unknown" | "events" | "json" | "other" {
  const first = text.trimStart()[0];
  if (first === undefined) return "unknown";
  if (first === "{" || first === "[") return "json";
  return first === "<" ? "other" : "events";
}

/** Whether the first line is a document by itself, and not the beginning of a longer one. */
function beginsWithLine(text: string): boolean {
  const start = text.search(/\S/);
  const end = text.indexOf("\n", start);
  return end !== -1 && parsed(text.slice(start, end)) !== undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.trim());
  } catch {
    // Several documents, one in each line; or one that was cut off.
    return undefined;
  }
}
