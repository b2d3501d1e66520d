import { CleanStream } from "../../render/clean-text.ts";
import { wrapLines } from "../../render/wrap.ts";
import type { Block } from "../block.ts";

/** An answer as it was written, wrapped at words: each line settles once it is whole. */
export class PlainAnswer implements Block {
  readonly #clean = new CleanStream();
  readonly #paint: (line: string) => string;
  #unsettled = "";
  done = false;

  constructor(paint: (line: string) => string = (line) => line) {
    this.#paint = paint;
  }

  push(text: string): void {
    this.#unsettled += this.#clean.push(text);
  }

  end(): void {
    this.#unsettled = (this.#unsettled + this.#clean.end()).trimEnd();
    this.done = true;
  }

  settle(columns: number): readonly string[] {
    // Empty lines at the end may be followed by nothing.
    const end = this.done ? this.#unsettled.length : this.#unsettled.trimEnd().lastIndexOf("\n") + 1;
    if (end === 0) return [];
    const whole = this.#unsettled.slice(0, end);
    this.#unsettled = this.#unsettled.slice(end);
    return this.#lines(this.done ? whole : whole.slice(0, -1), columns);
  }

  live(columns: number): readonly string[] {
    const text = this.#unsettled.trimEnd();
    return text === "" ? [] : this.#lines(text, columns);
  }

  #lines(text: string, columns: number): readonly string[] {
    return wrapLines(text, { columns }).map((line) => (line === "" ? "" : this.#paint(line)));
  }
}
