import { Writable } from "node:stream";

/** An output that can be told to swallow what is written to it, for what must not be seen. */
export class MutableOutput extends Writable {
  muted = false;
  readonly #output: NodeJS.WritableStream;
  readonly #resized = (): void => {
    this.emit("resize");
  };

  constructor(output: NodeJS.WritableStream) {
    super({
      decodeStrings: false,
      write: (chunk: string | Uint8Array, _encoding, done) => {
        if (!this.muted) this.#output.write(chunk);
        done();
      },
    });
    this.#output = output;
    output.on("resize", this.#resized);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#output.off("resize", this.#resized);
    done(error);
  }

  /** The line editor asks for the width of its terminal. */
  get columns(): number | undefined {
    return "columns" in this.#output && typeof this.#output.columns === "number"
      ? this.#output.columns
      : undefined;
  }
}
