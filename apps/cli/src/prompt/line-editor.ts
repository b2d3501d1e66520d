import { createInterface, type Interface, type Key } from "node:readline";
import { PassThrough } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { MutableOutput } from "./mutable-output.ts";
import { createPasteFilter, markNoPastes, markPastes, pastedBreak } from "./paste-filter.ts";

/** What a person did at a prompt. */
export type Answer =
  | { readonly type: "line"; readonly text: string }
  /** Ctrl-C on an empty line. */
  | { readonly type: "interrupt" }
  /** Ctrl-D on an empty line, or the terminal is gone. */
  | { readonly type: "end" };

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
  #reading: { readonly options: ReadOptions; readonly resolve: (answer: Answer) => void } | undefined;
  #listener: Listener | undefined;
  #typing = false;
  #pending = "";
  #ended = false;

  constructor(options: LineEditorOptions) {
    this.#options = options;
    this.#input = filteredInput(options.input);
    this.#feed = feedThrough(this.#input);
    options.input.on("data", this.#feed).resume();
    options.output.write(markPastes);
    this.#input.on("keypress", (_text: string | undefined, key: Key) => this.#beforeKey(key));
    this.#output = new MutableOutput(options.output);
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
    if (this.#typing) this.#stopTyping("\n");
    this.#pending = "";
    let stopWaiting = () => {};
    const answer = new Promise<Answer>((resolve, reject) => {
      const abort = () => reject(options.signal?.reason);
      stopWaiting = () => options.signal?.removeEventListener("abort", abort);
      options.signal?.addEventListener("abort", abort, { once: true });
      this.#reading = { options, resolve };
    });
    this.#readline.setPrompt(options.prompt);
    this.#readline.prompt(true);
    this.#output.muted = options.secret === true;
    try {
      return await answer;
    } finally {
      stopWaiting();
      if (options.secret === true) {
        this.#output.muted = false;
        this.#options.output.write("\n");
      }
      this.#reading = undefined;
      this.#readline.setPrompt("");
    }
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
    this.#typing = false;
    if (this.#reading) return this.#reading.resolve({ type: "line", text });
    this.#listener?.line(text);
    this.#listener?.typed();
  }

  #interrupt(): void {
    if (this.#readline.line !== "" || this.#pending !== "") return this.#discardLine();
    if (this.#reading) {
      this.#options.output.write("\n");
      this.#reading.resolve({ type: "interrupt" });
    } else this.#listener?.interrupt();
  }

  /** Takes back what was typed, as shells do. */
  #discardLine(): void {
    this.#pending = "";
    this.#clearLine();
    if (this.#typing) return this.#stopTyping("\n");
    this.#options.output.write("\n");
    if (this.#reading) this.#readline.setPrompt(this.#reading.options.prompt);
    this.#readline.prompt();
  }

  #clearLine(): void {
    this.#readline.write(null, { ctrl: true, name: "e" });
    this.#readline.write(null, { ctrl: true, name: "u" });
  }

  #beforeKey(key: Key): void {
    if (this.#reading || this.#typing || this.#readline.line !== "" || !isText(key)) return;
    this.#typing = true;
    this.#listener?.typing();
    this.#readline.setPrompt("» ");
    this.#readline.prompt();
  }

  #afterKey(): void {
    if (this.#typing && this.#readline.line === "" && this.#pending === "") this.#stopTyping("\r\u001b[J");
  }

  #stopTyping(ending: string): void {
    this.#typing = false;
    this.#clearLine();
    this.#readline.setPrompt("");
    this.#options.output.write(ending);
    this.#listener?.typed();
  }

  #end(): void {
    this.#ended = true;
    this.#options.input.off("data", this.#feed);
    this.#options.input.pause();
    this.#options.output.write(markNoPastes);
    if (this.#reading) this.#reading.resolve({ type: "end" });
    else this.#listener?.end();
  }
}

function isText(key: Key): boolean {
  return (
    !key.ctrl && !key.meta && key.sequence !== undefined && key.sequence >= " " && key.sequence !== "\u007f"
  );
}

/** A stream that readline can put into raw mode as if it were the terminal itself. */
function filteredInput(terminal: NodeJS.ReadStream): PassThrough {
  const setRawMode = (mode: boolean) => terminal.setRawMode?.(mode);
  return Object.assign(new PassThrough({ encoding: "utf8" }), { isTTY: true, setRawMode });
}

function feedThrough(input: PassThrough): (chunk: Buffer) => void {
  const decoder = new StringDecoder("utf8");
  const filter = createPasteFilter();
  return (chunk) => {
    const text = filter(decoder.write(chunk));
    if (text !== "") input.write(text);
  };
}
