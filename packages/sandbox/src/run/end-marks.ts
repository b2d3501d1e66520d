import type { ChildExit, ChildStream } from "../jail.ts";

/**
 * Finds the end of a run in the output of a process that goes on: on both streams a zero byte, the mark, the status as
 * one digit, and a line end. Code could write the mark itself, and would only cut its own output short.
 */
export class EndMarks {
  readonly #mark: Buffer;
  readonly #pending: Record<ChildStream, Buffer> = { output: Buffer.alloc(0), errors: Buffer.alloc(0) };
  readonly #over = new Set<ChildStream>();
  #exitCode = 0;
  #resolve: (exit: ChildExit) => void = () => undefined;
  /** Resolves when both streams have ended. */
  readonly seen: Promise<ChildExit>;

  constructor(mark: string) {
    this.#mark = Buffer.from(`\0${mark}`);
    this.seen = new Promise((resolve) => (this.#resolve = resolve));
  }

  get isOver(): boolean {
    return this.#over.size === 2;
  }

  /** @returns what belongs to the run for certain. */
  take(stream: ChildStream, chunk: Buffer): Buffer {
    if (this.#over.has(stream)) return Buffer.alloc(0);
    const bytes = this.#pending[stream].length === 0 ? chunk : Buffer.concat([this.#pending[stream], chunk]);
    const place = bytes.indexOf(this.#mark);
    const length = this.#mark.length + 2;
    if (place >= 0 && bytes.length >= place + length) {
      this.#pending[stream] = Buffer.alloc(0);
      this.#end(stream, bytes[place + this.#mark.length] === 0x30 ? 0 : 1);
      return bytes.subarray(0, place);
    }
    // A mark may be cut between two chunks.
    const keep = place >= 0 ? bytes.length - place : Math.min(bytes.length, length);
    const from = bytes.indexOf(0, bytes.length - keep);
    const cut = from < 0 ? bytes.length : from;
    this.#pending[stream] = bytes.subarray(cut);
    return bytes.subarray(0, cut);
  }

  /** What looked like the beginning of a mark and was none. */
  rest(): Readonly<Record<ChildStream, Buffer>> {
    return this.#pending;
  }

  #end(stream: ChildStream, exitCode: number): void {
    this.#over.add(stream);
    this.#exitCode = Math.max(this.#exitCode, exitCode);
    if (this.isOver) this.#resolve({ exitCode: this.#exitCode, exitSignal: null });
  }
}
