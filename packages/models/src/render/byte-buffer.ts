/** Characters that wait to be written together: each write on its own costs as much as a short text. */
const maxWaiting = 65_536;

/** ASCII text that stands in a body, and not in the bytes that stay. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** UTF-8 bytes that are only ever added at the end. */
export class ByteBuffer {
  readonly #encoder = new TextEncoder();
  #bytes: Uint8Array;
  #length = 0;
  #waiting = "";
  /** What an insertion has overwritten. */
  #displaced: { readonly at: number; readonly bytes: Uint8Array } | undefined;

  constructor(initialBytes = 4096) {
    this.#bytes = new Uint8Array(initialBytes);
  }

  get length(): number {
    this.#write();
    return this.#length;
  }

  append(text: string): void {
    this.#waiting += text;
    if (this.#waiting.length > maxWaiting) this.#write();
  }

  /**
   * What is there, followed by `tail`: valid until the next call of `append` or `withTail`. Nothing is copied but what stands
   * behind an insertion; one that nothing stands behind is left out.
   */
  withTail(tail: string, insertion?: Insertion): Uint8Array {
    this.#write();
    const isInside = insertion !== undefined && insertion.at < this.#length;
    const inserted = isInside ? insertion.text.length : 0;
    this.reserve(tail.length * 3 + inserted);
    if (isInside) {
      const { at, text } = insertion;
      this.#displaced = { at, bytes: this.#bytes.slice(at, this.#length) };
      this.#bytes.copyWithin(at + inserted, at, this.#length);
      this.#encode(text, at);
    }
    const end = this.#length + inserted;
    return this.#bytes.subarray(0, end + this.#encode(tail, end));
  }

  toString(): string {
    this.#write();
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(this.#bytes.subarray(0, this.#length));
  }

  /** Makes room for so many bytes more at once, instead of step by step. */
  reserve(extraBytes: number): void {
    const needed = this.#length + extraBytes;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }

  #write(): void {
    if (this.#displaced !== undefined) this.#bytes.set(this.#displaced.bytes, this.#displaced.at);
    this.#displaced = undefined;
    if (this.#waiting === "") return;
    this.reserve(this.#waiting.length * 3);
    this.#length += this.#encode(this.#waiting, this.#length);
    this.#waiting = "";
  }

  /** @returns How many bytes were written. */
  #encode(text: string, at: number): number {
    return this.#encoder.encodeInto(text, this.#bytes.subarray(at)).written;
  }
}
