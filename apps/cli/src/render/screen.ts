import type { Output } from "../host.ts";
import { CleanStream } from "./clean-text.ts";
import { fit } from "./fit.ts";
import { control } from "./guard-output.ts";
import type { Style } from "./style.ts";

export interface ScreenOptions {
  readonly stdout: Output;
  readonly stderr: Output;
  /** For the passing line. */
  readonly style: Style;
}

/**
 * Keeps apart what people read on a terminal: the answer (stdout), remarks on lines of their own (stderr), and one
 * passing line that says what is going on. Where the two outputs are different places, each gets its own text alone.
 */
export class Screen {
  readonly #stdout: Output;
  readonly #stderr: Output;
  readonly #style: Style;
  readonly #shared: boolean;
  readonly #answer: CleanStream;
  readonly #thoughts = new CleanStream();
  #midLine = false;
  #status = "";
  #held: (() => void)[] | undefined;

  constructor({ stdout, stderr, style }: ScreenOptions) {
    this.#stdout = stdout;
    this.#stderr = stderr;
    this.#style = style;
    this.#shared = stdout.isTTY === true && stderr.isTTY === true;
    this.#answer = new CleanStream({ hidden: stdout.isTTY ? "mark" : "drop" });
  }

  /** Columns of the terminal on which remarks are read; no limit where there is none. */
  get columns(): number {
    return this.#stderr.columns ?? Infinity;
  }

  /** Whether passing lines are shown: answer and remarks are on the same terminal. */
  get live(): boolean {
    return this.#shared;
  }

  /** Whether a person watches the answer come; else a program or a file waits for it. */
  get watched(): boolean {
    return this.#stdout.isTTY === true;
  }

  /** A piece of the answer, which may end anywhere. */
  text(text: string): void {
    if (text === "") return;
    this.#do(() => {
      this.#eraseStatus();
      this.#write(this.#answer.push(text));
    });
  }

  /** A piece of what the model thinks. Only for a terminal that shows the answer too. */
  thought(text: string): void {
    this.#do(() => {
      this.#eraseStatus();
      const clean = this.#thoughts.push(text);
      if (clean === "") return;
      this.#stderr.write(this.#style.dim(clean));
      this.#midLine = !clean.endsWith("\n");
    });
  }

  /** Ends the line of the answer, if one is open. */
  endLine(): void {
    this.#do(() => {
      this.#eraseStatus();
      this.#write(this.#answer.end());
      this.#thoughts.end();
      this.#breakLine();
    });
  }

  /** A remark on a line of its own. */
  note(line: string): void {
    this.#do(() => {
      this.#eraseStatus();
      if (this.#shared) this.#breakLine();
      this.#stderr.write(`${line}\n`);
    });
  }

  /** A remark on the line that a person has just entered: never kept back, for it stands right below it. */
  aside(line: string): void {
    this.#stderr.write(`${line}\n`);
  }

  /** Replaces the passing line; the empty string takes it away. Not shown while a line of the answer is open. */
  status(line: string): void {
    if (!this.#shared || this.#held) return;
    this.#eraseStatus();
    if (this.#midLine || line === "") return;
    this.#status = fit(line, this.columns - 1);
    this.#stderr.write(this.#style.dim(this.#status));
  }

  /** Keeps back everything that follows, so that a person can type in peace. */
  hold(): void {
    if (this.#held) return;
    this.#eraseStatus();
    this.#breakLine();
    this.#held = [];
  }

  /** Shows what was kept back. The cursor must be at the start of an empty line. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const action of held) action();
  }

  #write(text: string): void {
    if (text === "") return;
    this.#stdout.write(text);
    this.#midLine = !text.endsWith("\n");
  }

  #do(action: () => void): void {
    if (this.#held) this.#held.push(action);
    else action();
  }

  #breakLine(): void {
    if (!this.#midLine) return;
    this.#stdout.write("\n");
    this.#midLine = false;
  }

  #eraseStatus(): void {
    if (this.#status === "") return;
    this.#status = "";
    control(this.#stderr, "\r\u001b[K");
  }
}
