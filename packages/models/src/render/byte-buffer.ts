/** UTF-8 bytes that are only ever added at the end. */
export class ByteBuffer {
  #bytes: Buffer;
  #length = 0;

  constructor(initialBytes = 4096) {
    this.#bytes = Buffer.allocUnsafeSlow(initialBytes);
  }

  get length(): number {
    return this.#length;
  }

  append(text: string): void {
    this.#reserve(text.length * 3);
    this.#length += this.#bytes.write(text, this.#length);
  }

  /** What is there, followed by `tail`, without copying: valid until the next call of `append` or `withTail`. */
  withTail(tail: string): Uint8Array {
    this.#reserve(tail.length * 3);
    return this.#bytes.subarray(0, this.#length + this.#bytes.write(tail, this.#length));
  }

  toString(): string {
    return this.#bytes.toString("utf8", 0, this.#length);
  }

  #reserve(extraBytes: number): void {
    const needed = this.#length + extraBytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
