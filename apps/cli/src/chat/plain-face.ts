import type { Host } from "../host.ts";
import { ownCommandIn, type OwnCommandView } from "../input/own-commands.ts";
import { inTurn, type Ask } from "../prompt/ask.ts";
import { LineReader } from "../prompt/line-reader.ts";
import { plainQuestions } from "../prompt/plain-questions.ts";
import type { Questions } from "../prompt/question.ts";
import { Screen } from "../render/screen.ts";
import { CleanStream } from "../render/clean-text.ts";
import { oneLine } from "../render/fit.ts";
import type { Dress } from "../render/look.ts";
import { StatusLine } from "../render/status-line.ts";
import { coloured, createStyle, type Style } from "../render/style.ts";
import { TextRenderer } from "../render/text-renderer.ts";
import type { Conversation, Face } from "./face.ts";

/** Lines that stay, on a terminal that can only print or is read aloud. Input is what the terminal itself edits. */
export class PlainFace implements Face {
  readonly style: Style;
  readonly renderer: TextRenderer;
  readonly questions: Questions;
  readonly #host: Host;
  readonly #screen: Screen;
  readonly #statusLine: StatusLine;
  readonly #reader: LineReader;
  #conversation: Conversation | undefined;
  /** Lines before this one that ended with a backslash. */
  #begun = "";
  #isPrompting = false;

  constructor(
    host: Host,
    { showReasoning, dress }: { readonly showReasoning: boolean; readonly dress?: Dress | undefined },
  ) {
    this.#host = host;
    this.style = createStyle(coloured(host.stderr), dress);
    this.#screen = new Screen({ ...host, style: this.style });
    this.#statusLine = new StatusLine(this.#screen, Date.now);
    this.renderer = new TextRenderer({ screen: this.#screen, style: this.style, showReasoning });
    this.#reader = new LineReader(host);
    const ask: Ask = async ({ intro, ...options }) => {
      for (const line of intro) this.note(line);
      this.#screen.hold();
      try {
        return await this.#reader.read(options);
      } finally {
        this.#screen.release();
      }
    };
    const questions = plainQuestions({ ask, style: this.style, columns: () => this.columns });
    this.questions = { ...questions, put: inTurn()(questions.put) };
  }

  get columns(): number {
    return this.#screen.columns;
  }

  note(line: string): void {
    this.#screen.note(line);
  }

  noteLater(): void {
    // Lines come in their order here.
  }

  said(text: string, aside?: string): void {
    // What the terminal has shown as it was typed is not said again.
    if (aside !== undefined) this.note(this.style.dim(`(${aside})`));
    else if (this.#conversation?.busy === true) this.note(this.style.dim(`› ${oneLine(text)}`));
  }

  ownCommand(): OwnCommandView {
    const clean = new CleanStream();
    this.#screen.endLine();
    return {
      push: (text) => this.#screen.text(clean.push(text)),
      end: ({ exitCode, interrupted }) => {
        this.#screen.endLine();
        if (interrupted) this.note("— interrupted —");
        else if (exitCode !== 0)
          this.note(`— ${exitCode === null ? "ended by a signal" : `exit ${exitCode}`} —`);
        this.#prompt();
      },
      fail: () => this.#prompt(),
    };
  }

  waits(): void {
    this.note(this.style.dim("(will be done after this answer)"));
  }

  working(line: (elapsedMs: number) => string): Disposable {
    this.#statusLine.show({ name: "work", since: Date.now(), line });
    return { [Symbol.dispose]: () => this.#statusLine.clear() };
  }

  async lend<Result>(task: () => Promise<Result>): Promise<Result> {
    const ignoreInterrupts = this.#host.onInterrupt(() => undefined);
    this.#host.stdin().pause();
    try {
      return await task();
    } finally {
      this.#host.stdin().resume();
      ignoreInterrupts();
    }
  }

  open(conversation: Conversation): void {
    this.#conversation = conversation;
    this.#reader.listen({
      line: (line) => this.#line(line, conversation),
      interrupt: () => conversation.interrupt(),
      end: () => conversation.end(),
    });
    this.changed();
  }

  changed(): void {
    this.#prompt();
  }

  #prompt(): void {
    if (this.#conversation === undefined || this.#conversation.busy || this.#isPrompting) return;
    this.#isPrompting = true;
    this.#screen.endLine();
    this.#host.stderr.write(`${this.style.signs.prompt} `);
  }

  edit(text: string): void {
    this.note(this.style.dim(`Not sent: ${text.replaceAll("\n", " · ")}`));
  }

  display(): boolean {
    return false;
  }

  copy(): undefined {
    return undefined;
  }

  notify(): void {
    // Nobody reads a screen reader's lines faster because of a bell.
  }

  [Symbol.dispose](): void {
    this.renderer.close();
    this.#reader[Symbol.dispose]();
  }

  #line(line: string, conversation: Conversation): void {
    this.#isPrompting = false;
    if (line.endsWith("\\")) {
      this.#begun += `${line.slice(0, -1)}\n`;
      this.#host.stderr.write("… ");
      return;
    }
    const text = (this.#begun + line).trim();
    this.#begun = "";
    if (text === "") return this.changed();
    const own = ownCommandIn(text);
    if (own !== undefined) return conversation.runOwn(own);
    conversation.submit(text, text);
    this.changed();
  }
}
