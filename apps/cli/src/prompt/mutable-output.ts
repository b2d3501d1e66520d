import { Writable } from "node:stream";
import { control } from "../render/guard-output.ts";

/** An output that can be told to swallow what is written to it: what must not be seen, or not now. */
export class MutableOutput extends Writable {
  muted = true;
  readonly #output: NodeJS.WritableStream;
  readonly #resized: () => void;

  /** @param onResize Called when the terminal has another size, before the line editor is told. */
  constructor(output: NodeJS.WritableStream, onResize: () => void) {
    super({
      decodeStrings: false,
      write: (chunk: string, _encoding, done) => {
        if (!this.muted) control(this.#output, chunk);
        done();
      },
    });
    this.#output = output;
    this.#resized = () => {
      onResize();
      this.emit("resize");
    };
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
