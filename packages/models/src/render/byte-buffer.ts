/** Characters that wait to be written together: each write on its own costs as much as a short text. */
const maxWaiting = 65_536;

/** UTF-8 bytes that are only ever added at the end. */
export class ByteBuffer {
  #bytes: Buffer;
  #length = 0;
  #waiting = "";

  constructor(initialBytes = 4096) {
    this.#bytes = Buffer.allocUnsafeSlow(initialBytes);
  }

  get length(): number {
    this.#write();
    return this.#length;
  }

  append(text: string): void {
    this.#waiting += text;
    if (this.#waiting.length > maxWaiting) this.#write();
  }

  /** What is there, followed by `tail`, without copying: valid until the next call of `append` or `withTail`. */
  withTail(tail: string): Uint8Array {
    this.#write();
    this.reserve(tail.length * 3);
    return this.#bytes.subarray(0, this.#length + this.#bytes.write(tail, this.#length));
  }

  toString(): string {
    this.#write();
    return this.#bytes.toString("utf8", 0, this.#length);
  }

  /** Makes room for so many bytes more at once, instead of step by step. */
  reserve(extraBytes: number): void {
    const needed = this.#length + extraBytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }

  #write(): void {
    if (this.#waiting === "") return;
    this.reserve(this.#waiting.length * 3);
    this.#length += this.#bytes.write(this.#waiting, this.#length);
    this.#waiting = "";
  }
}
