/** Memory for longer texts is not kept: it would be held for the rest of the run. */
const keptChars = 16 * 1024 * 1024;
/** A code unit of JavaScript becomes at most so many bytes of UTF-8. */
const bytesPerUnit = 3;

/**
 * Turns large texts into bytes. Fresh memory and a first pass that counts the bytes cost more than all the rest of an
 * answer, so there is room for the longest form of a text, and the same memory is used again once it was sent.
 */
export class TextMemory {
  #kept: Buffer = Buffer.alloc(0);
  #inUse = false;

  /** @returns Bytes that stay as they are until `release` is called with them. */
  encode(text: string): Buffer {
    const room = text.length * bytesPerUnit;
    if (this.#inUse || text.length > keptChars) return Buffer.from(text);
    // Only pages that are written to take up memory.
    if (this.#kept.length < room) this.#kept = Buffer.allocUnsafeSlow(room);
    this.#inUse = true;
    return this.#kept.subarray(0, this.#kept.write(text));
  }

  /** They were sent, or never will be. Other bytes than those of `encode` are passed over. */
  release(bytes: Buffer): void {
    if (bytes.buffer === this.#kept.buffer) this.#inUse = false;
  }
}
