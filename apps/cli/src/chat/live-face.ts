import type { Host } from "../host.ts";
import { toFailure } from "../failure.ts";
import { editOutside } from "../input/edit-outside.ts";
import type { EditorAction, PromptEditor } from "../input/prompt-editor.ts";
import { inTurn, type Ask } from "../prompt/ask.ts";
import type { EventRenderer } from "../render/event-renderer.ts";
import { fit, oneLine } from "../render/fit.ts";
import type { Style } from "../render/style.ts";
import { LiveTerminal, type InputArea } from "../screen/live-terminal.ts";
import type { Transcript } from "../screen/transcript.ts";
import type { Conversation, Face } from "./face.ts";

export interface LiveFaceOptions {
  readonly host: Host;
  readonly style: Style;
  readonly transcript: Transcript;
  /** Absent: the person only watches, and answers questions. */
  readonly editor?: PromptEditor | undefined;
  readonly footer?: ((columns: number) => readonly string[]) | undefined;
  /** Ctrl-C before there is a conversation, or where there is none. */
  readonly onInterrupt: () => void;
  /** How it is asked for attention. */
  readonly attention: "bell" | "desktop" | "off";
}

const up = "\u001b[A";

/** A terminal with a live region at its bottom. */
export class LiveFace implements Face {
  readonly style: Style;
  readonly renderer: EventRenderer;
  readonly ask: Ask;
  readonly choose = undefined;
  readonly terminal: LiveTerminal<EditorAction>;
  readonly #options: LiveFaceOptions;
  #conversation: Conversation | undefined;
  #work: { readonly line: (elapsedMs: number) => string; readonly since: number } | undefined;

  /** Takes the terminal at once. */
  constructor(options: LiveFaceOptions) {
    const { host, style, transcript, editor, footer } = options;
    this.#options = options;
    this.style = style;
    this.terminal = new LiveTerminal<EditorAction>({
      host,
      transcript,
      input: editor && this.#inputOf(editor),
      above: (columns) => this.#above(columns),
      footer,
      onAction: (action) => this.#act(action),
      onInterrupt: () => this.#interrupt(),
      onEnd: () => this.#conversation?.end(),
      onQuestion: () => this.notify("Hermes asks you something."),
    });
    this.renderer = this.#followed(transcript);
    this.ask = inTurn()<Parameters<Ask>, Awaited<ReturnType<Ask>>>(async ({ intro, prompt, signal }) => {
      this.terminal.note(intro);
      const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<Ask>>>();
      let text = "";
      const view = {
        frame: () => ({ lines: [prompt + text], caret: { row: 0, column: (prompt + text).length } }),
        settled: () => [prompt + text],
        press: (key: string) => {
          if (key === "\r") resolve({ type: "line", text });
          else if (key === "\u0003") resolve({ type: "interrupt" });
          else text += key;
        },
      };
      return await this.terminal.put(() => ({ view, answered: promise }), signal ?? host.stopped);
    });
  }

  get columns(): number {
    return this.terminal.size.columns;
  }

  note(line: string): void {
    this.#options.transcript.note([line]);
    this.terminal.changed();
  }

  said(text: string): void {
    if (text !== "") this.note(`${this.style.cyan("›")} ${text}`);
  }

  working(line: (elapsedMs: number) => string): Disposable {
    const work = { line, since: Date.now() };
    this.#work = work;
    this.terminal.changed();
    return {
      [Symbol.dispose]: () => {
        if (this.#work === work) this.#work = undefined;
        this.terminal.changed();
      },
    };
  }

  lend<Result>(task: () => Promise<Result>): Promise<Result> {
    return this.terminal.lend(task);
  }

  open(conversation: Conversation): void {
    this.#conversation = conversation;
    this.changed();
  }

  changed(): void {
    this.terminal.changed();
  }

  edit(text: string): void {
    const { editor } = this.#options;
    if (editor === undefined) return;
    editor.setText(editor.text === "" ? text : `${text}\n${editor.text}`);
    this.changed();
  }

  notify(about: string): void {
    const { attention } = this.#options;
    if (attention !== "off") this.terminal.notify(attention === "desktop" ? about : undefined);
  }

  [Symbol.dispose](): void {
    this.renderer.close();
    this.terminal[Symbol.dispose]();
  }

  /** What waits, above the input, and what takes time. */
  #above(columns: number): readonly string[] {
    const { dim } = this.style;
    const waiting = (this.#conversation?.queued ?? []).map((text) => dim(fit(`  waits: ${oneLine(text)}`, columns)));
    const work = this.#work;
    return work === undefined ? waiting : [...waiting, dim(fit(work.line(Date.now() - work.since), columns))];
  }

  /** The editor; Up on an empty line takes back what waits. */
  #inputOf(editor: PromptEditor): InputArea<EditorAction> {
    return {
      get text() {
        return editor.text;
      },
      frame: (size) => editor.frame(size),
      paste: (text) => editor.paste(text),
      press: (sequence) => {
        const taken = sequence === up && editor.text === "" ? this.#conversation?.takeBack() : undefined;
        if (taken === undefined) return editor.press(sequence);
        editor.setText(taken);
        return undefined;
      },
    };
  }

  #act(action: EditorAction): void {
    const conversation = this.#conversation;
    switch (action.type) {
      case "suspend":
        return this.terminal.suspend();
      case "unfold":
        return this.terminal.unfold();
      case "redraw":
        return this.terminal.redraw();
      case "interrupt":
        return this.#interrupt();
      case "submit":
        // Before the conversation has begun what was typed stays.
        return conversation === undefined ? this.edit(action.text) : conversation.submit(action.input, action.text);
      case "escape":
        return conversation?.escape();
      case "end":
        return conversation === undefined ? this.#options.onInterrupt() : conversation.end();
      case "edit-outside":
        return this.#editOutside();
      case "own-command":
        return undefined;
    }
  }

  #editOutside(): void {
    const { editor, host } = this.#options;
    if (editor === undefined) return;
    editOutside(editor.expandedText, { env: host.env, lend: (task) => this.lend(task) }).then(
      (text) => {
        editor.setText(text);
        this.changed();
      },
      (error: unknown) => this.renderer.failure(toFailure(error)),
    );
  }

  #interrupt(): void {
    if (this.#conversation === undefined) this.#options.onInterrupt();
    else this.#conversation.interrupt();
  }

  /** The transcript, drawn again after each event. */
  #followed(transcript: Transcript): EventRenderer {
    const then = <Args extends readonly unknown[]>(show: (...args: Args) => void) => {
      return (...args: Args): void => {
        show(...args);
        this.terminal.changed();
      };
    };
    return {
      event: then((event) => transcript.event(event)),
      scriptCall: then((call) => transcript.scriptCall(call)),
      warning: then((message) => transcript.warning(message)),
      failure: then((failure) => transcript.failure(failure)),
      close: () => transcript.close(),
    };
  }
}
