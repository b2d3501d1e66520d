import type { AnswerDecoder } from "./answer-decoder.ts";
import { AnswerBody } from "./answer-body.ts";
import type { BodyReader, BodyReaderOptions, OpenBodyReader } from "./body-reader.ts";

/** A frame of Amazon's event stream, its checksums compared. */
export interface EventFrame {
  readonly headers: Readonly<Record<string, { readonly value: unknown }>>;
  readonly body: Uint8Array;
}

/** Four bytes of length are in front of every frame. */
const lengthBytes = 4;
const largestFrame = 24 * 1024 * 1024;

/**
 * Reads Amazon's event stream: an event becomes `{"<its type>": <its body>}`, a failure `{"error": {code, message}}`. A
 * body that is none, such as a page, is read as any other.
 *
 * @param decode Takes a whole frame apart. Throws when it was damaged.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/RESTSelectObjectAppendix.html
 */
export function eventFrames(decode: (frame: Uint8Array) => EventFrame): OpenBodyReader {
  return (decoder, options) => new EventFrames(decode, decoder, options);
}

class EventFrames implements BodyReader {
  readonly #decode: (frame: Uint8Array) => EventFrame;
  readonly #decoder: AnswerDecoder;
  readonly #options: BodyReaderOptions;
  #rest: Uint8Array = new Uint8Array(0);
  #other: AnswerBody | undefined;
  #sawByte = false;

  constructor(decode: (frame: Uint8Array) => EventFrame, decoder: AnswerDecoder, options: BodyReaderOptions) {
    this.#decode = decode;
    this.#decoder = decoder;
    this.#options = options;
  }

  push(bytes: Uint8Array): void {
    // Frames are shorter than 16 MB, so that their first byte is 0, which begins no text.
    if (!this.#sawByte && bytes.length > 0) {
      this.#sawByte = true;
      if (bytes[0] !== 0) this.#other = new AnswerBody(this.#decoder, this.#options);
    }
    if (this.#other !== undefined) return this.#other.push(bytes);
    this.#rest = joined(this.#rest, bytes);
    while (this.#rest.length >= lengthBytes) {
      const { buffer, byteOffset } = this.#rest;
      const length = new DataView(buffer, byteOffset).getUint32(0);
      if (length > largestFrame) throw this.#options.refusal(`a frame of ${length} bytes`);
      if (this.#rest.length < length) return;
      const frame = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      this.#decoder.data(dataOf(this.#decode(frame)), this.#options.events);
    }
  }

  end(): void {
    if (this.#other === undefined) this.#decoder.end(this.#options.events);
    else this.#other.end();
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function dataOf({ headers, body }: EventFrame): string {
  const header = (name: string): string => String(headers[name]?.value ?? "");
  const text = new TextDecoder().decode(body);
  switch (header(":message-type")) {
    case "event":
      return `{${JSON.stringify(header(":event-type"))}:${text === "" ? "{}" : text}}`;
    case "exception":
      return `{"error":{"code":${JSON.stringify(header(":exception-type"))},"body":${text === "" ? "{}" : text}}}`;
    default:
      return JSON.stringify({ error: { code: header(":error-code"), message: header(":error-message") } });
  }
}
