/**
 * Text of unbounded length in bounded memory: the first 40 % and the last 60 % of `maxChars`, with a note about what
 * was left out between them. The whole, note included, is never longer than `maxChars`.
 */
export class CappedOutput {
  readonly #headRoom: number;
  readonly #tail: TailBuffer;
  #head = "";
  #headFull = false;
  #chars = 0;
  readonly #maxChars: number;

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
    this.#headRoom = Math.floor(maxChars * 0.4);
    // One more: where the head would end within a character, the whole character is the tail's.
    this.#tail = new TailBuffer(maxChars - this.#headRoom + 1);
  }

  append(text: string): void {
    this.#chars += text.length;
    if (this.#headFull) {
      this.#tail.append(text);
      return;
    }
    const part = withoutHalfCharacters(text.slice(0, this.#headRoom - this.#head.length));
    this.#head += part;
    if (part.length === text.length) return;
    this.#headFull = true;
    this.#tail.append(text.slice(part.length));
  }

  /** UTF-16 units before the cut. */
  get chars(): number {
    return this.#chars;
  }

  get truncated(): boolean {
    return this.#chars > this.#maxChars;
  }

  toString(): string {
    if (!this.truncated) return this.#head + this.#tail.toString();
    // The note takes its room from the tail; its own length depends on the count by a digit at most.
    const room = Math.max(0, this.#maxChars - this.#headRoom - cutNote(this.#chars).length);
    const tail = withoutHalfCharacters(room === 0 ? "" : this.#tail.toString().slice(-room));
    const note = cutNote(this.#chars - this.#head.length - tail.length);
    return (this.#head + note + tail).slice(0, this.#maxChars);
  }
}

/** The newest `maxChars` of a stream of text. */
export class TailBuffer {
  readonly #maxChars: number;
  #chunks: string[] = [];
  #length = 0;

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  append(text: string): void {
    this.#chunks.push(text);
    this.#length += text.length;
    // Joined only when twice the room is used, so that many small chunks cost no more than one large one.
    if (this.#length > 2 * this.#maxChars || this.#chunks.length > 4096) this.#compact();
  }

  toString(): string {
    this.#compact();
    return withoutHalfCharacters(this.#chunks[0] ?? "");
  }

  #compact(): void {
    const text = this.#chunks.join("");
    const kept = text.length > this.#maxChars ? text.slice(text.length - this.#maxChars) : text;
    this.#chunks = [kept];
    this.#length = kept.length;
  }
}

function cutNote(chars: number): string {
  return `\n[… ${chars} characters cut …]\n`;
}

/** A cut may fall between the two halves of a character outside the basic plane. */
function withoutHalfCharacters(text: string): string {
  const start = isLowSurrogate(text.charCodeAt(0)) ? 1 : 0;
  const end = isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.length - 1 : text.length;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
