import { createInterface, type Interface } from "node:readline";
import { PassThrough } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { control } from "../render/guard-output.ts";
import { MutableOutput } from "./mutable-output.ts";
import { createPasteFilter, markNoPastes, markPastes, pastedBreak } from "./paste-filter.ts";

/** What a person did at a prompt. */
export type Answer =
  | { readonly type: "line"; readonly text: string }
  /** Ctrl-C on an empty line. */
  | { readonly type: "interrupt" }
  /** Ctrl-D on an empty line, or the terminal is gone. */
  | { readonly type: "end" };

/** Who gets what is typed in the place of a line. */
export interface KeyReader {
  /** A piece of what the terminal sends, as it came. */
  read(piece: string): void;
  /** The terminal is gone. */
  end(): void;
}

/** What happens while nothing is asked. */
export interface Listener {
  /** The first letter of a line was typed, and is about to be shown. */
  typing(): void;
  /** The line is empty again: entered (after `line`), or taken back. The cursor is on an empty line. */
  typed(): void;
  line(text: string): void;
  interrupt(): void;
  end(): void;
}

export interface LineEditorOptions {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WritableStream;
  /** Newest first. */
  readonly history?: readonly string[] | undefined;
  /** Called with each line that belongs into the history. */
  readonly onHistory?: ((line: string) => void) | undefined;
}

export interface ReadOptions {
  readonly prompt: string;
  readonly signal?: AbortSignal | undefined;
  /** Keeps the answer out of the history and takes it as one line. @default false */
  readonly plain?: boolean | undefined;
  /** Shows nothing of what is typed, and keeps it nowhere. @default false */
  readonly secret?: boolean | undefined;
}

/** Lines from a terminal, asked for or not: pasted text is one message, a backslash at the end continues a line. */
export class LineEditor {
  readonly #options: LineEditorOptions;
  readonly #readline: Interface;
  readonly #output: MutableOutput;
  readonly #input: PassThrough;
  readonly #feed: (chunk: Buffer) => void;
  #keyReader: KeyReader | undefined;
  #reading: { readonly options: ReadOptions; readonly resolve: (answer: Answer) => void } | undefined;
  #listener: Listener | undefined;
  #typing = false;
  #whenTyped: (() => void)[] = [];
  #pending = "";
  #ended = false;

  constructor(options: LineEditorOptions) {
    this.#options = options;
    this.#input = filteredInput(options.input);
    this.#feed = this.#createFeed();
    options.input.on("data", this.#feed).resume();
    control(options.output, markPastes);
    this.#output = new MutableOutput(options.output, () => this.#beforeResize());
    this.#readline = createInterface({
      input: this.#input,
      output: this.#output,
      terminal: true,
      prompt: "",
      history: [...(options.history ?? [])],
      historySize: 500,
      removeHistoryDuplicates: true,
      tabSize: 2,
    });
    this.#input.on("keypress", () => this.#afterKey());
    // Emitted with the line that was just entered in front, before it is kept.
    this.#readline.on("history", (lines: string[]) => {
      if (this.#reading?.options.secret === true) lines.shift();
    });
    this.#readline.on("line", (line) => this.#line(line));
    this.#readline.on("SIGINT", () => this.#interrupt());
    this.#readline.on("close", () => this.#end());
  }

  /** Who hears what is typed while nothing is asked. */
  listen(listener: Listener | undefined): void {
    this.#listener = listener;
  }

  /**
   * Asks for one line.
   *
   * @throws the reason of `signal`, untouched, when aborted.
   */
  async read(options: ReadOptions): Promise<Answer> {
    options.signal?.throwIfAborted();
    if (this.#ended) return { type: "end" };
    const begun = this.#typing ? this.#takeLine() : "";
    this.#pending = "";
    let stopWaiting = () => {};
    const answer = new Promise<Answer>((resolve, reject) => {
      const abort = () => reject(options.signal?.reason);
      stopWaiting = () => options.signal?.removeEventListener("abort", abort);
      options.signal?.addEventListener("abort", abort, { once: true });
      this.#reading = { options, resolve };
    });
    this.#output.muted = false;
    this.#readline.setPrompt(options.prompt);
    this.#readline.prompt(true);
    if (options.plain !== true) this.#readline.write(begun);
    this.#output.muted = options.secret === true;
    try {
      return await answer;
    } catch (error) {
      this.#output.muted = true;
      this.#clearLine();
      if (options.secret !== true) control(this.#options.output, "\n");
      throw error;
    } finally {
      stopWaiting();
      if (options.secret === true) control(this.#options.output, "\n");
      this.#output.muted = true;
      this.#reading = undefined;
      this.#readline.setPrompt("");
    }
  }

  /** Waits until the line that somebody types unasked is entered or taken back. */
  async untyped(signal: AbortSignal | undefined): Promise<void> {
    while (this.#typing) {
      await new Promise<void>((resolve, reject) => {
        const abort = () => reject(signal?.reason);
        signal?.addEventListener("abort", abort, { once: true });
        this.#whenTyped.push(() => {
          signal?.removeEventListener("abort", abort);
          resolve();
        });
      });
    }
  }

  /** Gives what is typed to a reader, which draws it or not, until the returned function is called. */
  takeKeys(reader: KeyReader): () => void {
    this.#keyReader = reader;
    if (this.#ended) reader.end();
    return () => {
      this.#keyReader = undefined;
    };
  }

  close(): void {
    if (this.#ended) return;
    this.#listener = undefined;
    this.#readline.close();
    this.#output.destroy();
  }

  #line(raw: string): void {
    const plain = this.#reading?.options.plain === true;
    if (!plain && raw.endsWith("\\")) {
      this.#pending += `${raw.slice(0, -1)}\n`;
      this.#readline.setPrompt(this.#reading ? "… " : "");
      this.#readline.prompt();
      return;
    }
    const text = (this.#pending + raw).replaceAll(pastedBreak, "\n");
    this.#pending = "";
    if (!plain) this.#options.onHistory?.(raw);
    if (this.#reading) return this.#reading.resolve({ type: "line", text });
    this.#listener?.line(text);
    this.#typed();
  }

  #interrupt(): void {
    // Nobody sees that an unseen line is empty again: there it ends the question at once.
    const unseen = this.#reading?.options.secret === true;
    if (unseen) this.#clearLine();
    if (this.#readline.line !== "" || this.#pending !== "") return this.#discardLine();
    if (this.#reading) {
      if (!unseen) control(this.#options.output, "\n");
      this.#reading.resolve({ type: "interrupt" });
    } else this.#listener?.interrupt();
  }

  /** Takes back what was typed: at a prompt as shells do, elsewhere without a trace. */
  #discardLine(): void {
    if (this.#typing) {
      this.#takeLine();
      return;
    }
    this.#pending = "";
    this.#clearLine();
    control(this.#options.output, "\n");
    if (this.#reading) this.#readline.setPrompt(this.#reading.options.prompt);
    this.#readline.prompt();
  }

  #clearLine(): void {
    this.#readline.write(null, { ctrl: true, name: "e" });
    this.#readline.write(null, { ctrl: true, name: "u" });
  }

  #afterKey(): void {
    if (this.#reading) return;
    const empty = this.#readline.line === "" && this.#pending === "";
    if (this.#typing && empty) this.#stopTyping("\r\u001b[J");
    else if (!this.#typing && !empty) this.#startTyping();
  }

  /** Until now nothing was drawn of the line: it may come in the middle of an answer. */
  #startTyping(): void {
    this.#typing = true;
    this.#listener?.typing();
    this.#output.muted = false;
    this.#setRowsAbove(0);
    this.#readline.setPrompt("» ");
    this.#readline.prompt(true);
  }

  #stopTyping(ending: string): void {
    this.#clearLine();
    control(this.#options.output, ending);
    this.#typed();
  }

  /** Takes a line away that is being typed, and gives what was on it. */
  #takeLine(): string {
    const text = this.#pending.replaceAll("\n", pastedBreak) + this.#readline.line;
    const { rows } = this.#readline.getCursorPos();
    this.#pending = "";
    this.#output.muted = true;
    this.#stopTyping(`\r${rows > 0 ? `\u001b[${rows}A` : ""}\u001b[J`);
    return text;
  }

  #typed(): void {
    this.#typing = false;
    this.#output.muted = true;
    this.#readline.setPrompt("");
    this.#listener?.typed();
    for (const resolve of this.#whenTyped.splice(0)) resolve();
  }

  /** The terminal has broken the line anew: how far its start is above the cursor is not what readline remembers. */
  #beforeResize(): void {
    this.#setRowsAbove(this.#readline.getCursorPos().rows);
  }

  #setRowsAbove(rows: number): void {
    // Readline keeps it on the interface, where no type tells of it.
    Object.assign(this.#readline, { prevRows: rows });
  }

  #createFeed(): (chunk: Buffer) => void {
    const decoder = new StringDecoder("utf8");
    const filter = createPasteFilter();
    return (chunk) => {
      const piece = decoder.write(chunk);
      if (this.#keyReader) return this.#keyReader.read(piece);
      const text = filter(piece);
      if (text !== "") this.#input.write(text);
    };
  }

  #end(): void {
    this.#ended = true;
    this.#options.input.off("data", this.#feed);
    this.#options.input.pause();
    control(this.#options.output, markNoPastes);
    if (this.#typing) this.#typed();
    this.#keyReader?.end();
    if (this.#reading) this.#reading.resolve({ type: "end" });
    else this.#listener?.end();
  }
}

/** A stream that readline can put into raw mode as if it were the terminal itself. */
function filteredInput(terminal: NodeJS.ReadStream): PassThrough {
  const setRawMode = (mode: boolean) => terminal.setRawMode?.(mode);
  return Object.assign(new PassThrough({ encoding: "utf8" }), { isTTY: true, setRawMode });
}
