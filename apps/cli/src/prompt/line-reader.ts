import { StringDecoder } from "node:string_decoder";
import type { Host } from "../host.ts";

/** What a person did at a prompt. */
export type Answer =
  | { readonly type: "line"; readonly text: string }
  /** Ctrl-C. */
  | { readonly type: "interrupt" }
  /** Ctrl-D on an empty line, or the terminal is gone. */
  | { readonly type: "end" };

export interface ReadOptions {
  readonly prompt: string;
  readonly signal?: AbortSignal | undefined;
  /** Shows nothing of what is typed. @default false */
  readonly secret?: boolean | undefined;
}

/** What is typed while nothing is asked. */
export interface LineListener {
  line(text: string): void;
  interrupt(): void;
  end(): void;
}

interface Reading {
  readonly secret: boolean;
  readonly resolve: (answer: Answer) => void;
}

/**
 * Lines as the terminal itself edits them: nothing is drawn but the prompts, and the cursor is never moved. For
 * terminals that can only print, for screen readers, and for a single question.
 */
export class LineReader implements Disposable {
  readonly #host: Host;
  readonly #decoder = new StringDecoder("utf8");
  readonly #cleanUp: readonly (() => void)[];
  #rest = "";
  #reading: Reading | undefined;
  #listener: LineListener | undefined;
  #ended = false;

  constructor(host: Host) {
    this.#host = host;
    const input = host.stdin();
    const read = (chunk: Buffer): void => this.#read(this.#decoder.write(chunk));
    const end = (): void => this.#end();
    input.on("data", read).on("end", end).on("close", end).resume();
    this.#cleanUp = [
      host.onInterrupt(() => this.#interrupt()),
      () => input.off("data", read).off("end", end).off("close", end).pause(),
    ];
  }

  /** Who hears what is typed while nothing is asked. */
  listen(listener: LineListener): void {
    this.#listener = listener;
    if (this.#ended) listener.end();
  }

  /**
   * Asks for one line.
   *
   * @throws the reason of `signal`, untouched, when aborted.
   */
  async read({ prompt, signal, secret = false }: ReadOptions): Promise<Answer> {
    signal?.throwIfAborted();
    if (this.#ended) return { type: "end" };
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const abort = (): void => reject(signal?.reason);
    signal?.addEventListener("abort", abort, { once: true });
    this.#reading = { secret, resolve };
    const input = this.#host.stdin();
    // Asked now and not before: until the terminal is silent it shows what is typed.
    if (secret) input.setRawMode?.(true);
    this.#host.stderr.write(prompt);
    try {
      return await promise;
    } catch (error) {
      if (!secret) this.#host.stderr.write("\n");
      throw error;
    } finally {
      signal?.removeEventListener("abort", abort);
      this.#reading = undefined;
      if (secret) {
        this.#rest = "";
        input.setRawMode?.(false);
        this.#host.stderr.write("\n");
      }
    }
  }

  [Symbol.dispose](): void {
    for (const each of this.#cleanUp) each();
  }

  #read(piece: string): void {
    if (this.#reading?.secret === true) return this.#readUnseen(piece);
    this.#rest += piece;
    for (let at = this.#rest.search(/\r\n?|\n/); at >= 0; at = this.#rest.search(/\r\n?|\n/)) {
      const line = this.#rest.slice(0, at);
      this.#rest = this.#rest.slice(at).replace(/^(?:\r\n?|\n)/, "");
      this.#line(line);
    }
  }

  #readUnseen(piece: string): void {
    // Arrows and the like are no letters.
    // oxlint-disable-next-line no-control-regex -- how a terminal sends keys
    for (const letter of piece.replace(/\u001b(?:\[[0-9;]*[ -/]*[@-~]|O.)?/g, "")) {
      if (letter === "\r" || letter === "\n") return this.#line(this.#rest);
      if (letter === "\u0003") return this.#interrupt();
      if (letter === "\u0004" && this.#rest === "") return this.#answer({ type: "end" });
      if (letter === "\u0015") this.#rest = "";
      else if (letter === "\u007f" || letter === "\b") this.#rest = [...this.#rest].slice(0, -1).join("");
      else if (letter >= " ") this.#rest += letter;
    }
  }

  #line(text: string): void {
    if (this.#reading) this.#answer({ type: "line", text });
    else this.#listener?.line(text);
  }

  #interrupt(): void {
    if (!this.#reading) return this.#listener?.interrupt();
    if (!this.#reading.secret) this.#host.stderr.write("\n");
    this.#answer({ type: "interrupt" });
  }

  #answer(answer: Answer): void {
    const reading = this.#reading;
    this.#reading = undefined;
    if (reading?.secret === true) this.#rest = "";
    reading?.resolve(answer);
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    if (this.#reading) this.#answer({ type: "end" });
    else this.#listener?.end();
  }
}
