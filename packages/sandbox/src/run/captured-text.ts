import { StringDecoder } from "node:string_decoder";

/** The start and the end of a stream of text, with a note where its middle was left out. Memory stays bounded. */
export class CapturedText {
  readonly #maxHead: number;
  readonly #maxTail: number;
  // Bytes that are no UTF-8 become U+FFFD; a character may be cut between two chunks.
  readonly #decoder = new StringDecoder("utf8");
  #head = "";
  #tail: string[] = [];
  #tailChars = 0;
  #chars = 0;

  /** @param maxChars 40 % of them from the start, the rest from the end. */
  constructor(maxChars: number) {
    this.#maxHead = Math.floor(maxChars * 0.4);
    this.#maxTail = maxChars - this.#maxHead;
  }

  write(chunk: Buffer): void {
    this.#add(this.#decoder.write(chunk));
  }

  /** Everything that was written, once: call it when the stream has ended. */
  end(): string {
    this.#add(this.#decoder.end());
    const tail = this.#tail.join("");
    const omitted = this.#chars - this.#head.length - Math.min(tail.length, this.#maxTail);
    if (omitted <= 0) return this.#head + tail;
    const end = withoutHalfPair(tail.slice(-this.#maxTail));
    return `${withoutHalfPair(this.#head)}\n[… ${omitted} characters left out …]\n${end}`;
  }

  #add(text: string): void {
    this.#chars += text.length;
    const room = this.#maxHead - this.#head.length;
    this.#head += text.slice(0, Math.max(0, room));
    const rest = text.slice(Math.max(0, room));
    if (rest === "") return;
    this.#tail.push(rest);
    this.#tailChars += rest.length;
    if (this.#tailChars > this.#maxTail * 4) {
      this.#tail = [this.#tail.join("").slice(-this.#maxTail)];
      this.#tailChars = this.#maxTail;
    }
  }
}

function withoutHalfPair(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, "");
}
