import type { DisplayChange } from "@hermes/agent-loop/controller";
import type { OwnCommandResult } from "@hermes/runtime";
import type { Host } from "../host.ts";
import { toFailure } from "../failure.ts";
import { editOutside } from "../input/edit-outside.ts";
import type { EditorAction, PromptEditor } from "../input/prompt-editor.ts";
import type { OwnCommandView } from "../input/own-commands.ts";
import { liveQuestions } from "../prompt/live-questions.ts";
import type { Questions } from "../prompt/question.ts";
import type { EventRenderer } from "../render/event-renderer.ts";
import { copyToClipboard } from "../render/clipboard.ts";
import { fit, oneLine } from "../render/fit.ts";
import type { Style } from "../render/style.ts";
import { LiveTerminal, type InputArea } from "../screen/live-terminal.ts";
import type { QuestionPlace } from "../screen/question-view.ts";
import type { Transcript } from "../screen/transcript.ts";
import type { Conversation, Face } from "./face.ts";
import { TalkInput } from "./talk-input.ts";

export interface LiveFaceOptions {
  readonly host: Host;
  readonly style: Style;
  readonly transcript: Transcript;
  /** Absent: the person only watches, and answers questions. */
  readonly editor?: PromptEditor | undefined;
  /** Begins and ends a recording of what goes into the editor. Absent: none does. */
  readonly talkKey?: string | undefined;
  readonly footer?: ((columns: number) => readonly string[]) | undefined;
  /** Called when the conversation begins, and whenever something about it may have changed. */
  readonly onChange?: ((conversation: Conversation) => void) | undefined;
  /** Ctrl-C before there is a conversation, or where there is none. */
  readonly onInterrupt: () => void;
  /** How it is asked for attention. */
  readonly attention: "bell" | "desktop" | "off";
}

/** Two presses of Esc belong together within this time. */
const twiceMs = 1_000;
const up = "\u001b[A";

/** A terminal with a live region at its bottom. */
export class LiveFace implements Face {
  readonly style: Style;
  readonly renderer: EventRenderer;
  readonly questions: Questions;
  readonly terminal: LiveTerminal<EditorAction>;
  readonly #options: LiveFaceOptions;
  #conversation: Conversation | undefined;
  /** What was sent before there was a conversation. */
  readonly #early: EditorAction[] = [];
  readonly #talk: TalkInput | undefined;
  #escapedAt = Number.NEGATIVE_INFINITY;
  #work: { readonly line: (elapsedMs: number) => string; readonly since: number } | undefined;

  /** Takes the terminal at once. */
  constructor(options: LiveFaceOptions) {
    const { host, style, transcript, editor, talkKey, footer } = options;
    this.#options = options;
    this.style = style;
    this.#talk =
      editor === undefined || talkKey === undefined
        ? undefined
        : new TalkInput({
            host,
            style,
            key: talkKey,
            onWords: (words) => {
              editor.insert(words);
              this.changed();
            },
            onProblem: (text) => this.note(style.dim(text)),
            changed: () => this.terminal.changed(),
          });
    this.terminal = new LiveTerminal<EditorAction>({
      host,
      transcript,
      input: editor && this.#inputOf(editor),
      above: (columns) => this.#above(columns),
      footer,
      onAction: (action) => this.#act(action),
      onInterrupt: () => this.#interrupt(),
      onEnd: () => this.#conversation?.end(),
      onQuestion: () => {
        // A recording is seen and ended at the input, which is hidden now.
        this.#talk?.finish();
        this.notify("Hermes asks you something.");
      },
    });
    this.renderer = this.#followed(transcript);
    this.questions = this.#leavingAfter(liveQuestions(this.terminal, style));
  }

  get columns(): number {
    return this.terminal.size.columns;
  }

  get keys(): string {
    const { talkKey } = this.#options;
    const talk = talkKey === undefined ? "" : `, ${talkKey} talks`;
    return `Keys: ctrl+r finds what you said, ctrl+g opens your editor, ctrl+v attaches an image${talk}`;
  }

  get place(): QuestionPlace {
    return this.terminal;
  }

  note(line: string): void {
    this.#options.transcript.note([line]);
    this.terminal.changed();
  }

  noteLater(line: Promise<string>): void {
    this.#options.transcript.later(line);
    this.terminal.changed();
  }

  said(text: string, aside?: string): void {
    this.#options.transcript.said(text, aside);
    this.terminal.changed();
  }

  ownCommand(command: string): OwnCommandView {
    const block = this.#options.transcript.ownCommand(command);
    const then = <Args extends readonly unknown[]>(show: (...args: Args) => void) => this.#thenDraw(show);
    return {
      push: then((text: string) => block.push(text)),
      end: then((result: OwnCommandResult) => block.end(result)),
      fail: then(() => block.fail()),
    };
  }

  waits(): void {
    // It stands above the input until its turn comes.
    this.terminal.changed();
  }

  display(change: DisplayChange): boolean {
    if (change === "clear" || change === "redraw") {
      if (change === "clear") this.terminal.clear();
      this.terminal.redraw();
      return true;
    }
    this.#options.transcript.showReasoning = change === "show-thinking";
    return true;
  }

  copy(text: string): string {
    const size = `${text.length.toLocaleString("en-US")} characters`;
    return (
      copyToClipboard(this.#options.host.stdout, text) ??
      `${size} are in the clipboard, where the terminal allows it.`
    );
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
    for (const action of this.#early.splice(0)) this.#act(action);
    this.changed();
  }

  changed(): void {
    if (this.#conversation?.busy === false) this.#options.transcript.rest();
    if (this.#conversation !== undefined) this.#options.onChange?.(this.#conversation);
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
    this.#talk?.[Symbol.dispose]();
    this.renderer.close();
    this.terminal[Symbol.dispose]();
  }

  /** What waits, above the input, what takes time, and what is recorded. */
  #above(columns: number): readonly string[] {
    const { dim } = this.style;
    const early = this.#early.flatMap((action) => (action.type === "submit" ? [action.text] : []));
    const waiting = (this.#conversation?.queued ?? early).map((text) =>
      dim(fit(`  waits: ${oneLine(text)}`, columns)),
    );
    const work = this.#work;
    const working = work === undefined ? [] : [dim(fit(work.line(Date.now() - work.since), columns))];
    const talk = this.#talk?.line(columns);
    return [...waiting, ...working, ...(talk === undefined ? [] : [talk])];
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
        if (this.#talk?.press(sequence)) return undefined;
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
        // Nobody sees any more that it records.
        this.#talk?.discard();
        return this.terminal.suspend();
      case "unfold":
        return this.terminal.unfold();
      case "redraw":
        return this.terminal.redraw();
      case "interrupt":
        return this.#interrupt();
      case "submit":
        if (conversation === undefined) this.#early.push(action);
        else conversation.submit(action.input, action.text);
        return undefined;
      case "escape":
        return this.#escape();
      case "end":
        return conversation === undefined ? this.#options.onInterrupt() : conversation.end();
      case "edit-outside":
        return this.#editOutside();
      case "own-command":
        return conversation?.runOwn(action.command);
    }
  }

  /** Once ends the turn; twice while nothing runs goes back to an earlier message. */
  #escape(): void {
    const conversation = this.#conversation;
    const isSecond = performance.now() - this.#escapedAt < twiceMs;
    this.#escapedAt = performance.now();
    if (conversation === undefined || conversation.stop() || !isSecond) return;
    this.#escapedAt = Number.NEGATIVE_INFINITY;
    this.#goBack(conversation).catch((error: unknown) => this.renderer.failure(toFailure(error)));
  }

  async #goBack(conversation: Conversation): Promise<void> {
    const { earlier } = conversation;
    if (earlier.length === 0) return this.note(this.style.dim("There is no earlier message to go back to."));
    const choices = earlier.map(({ back, text }) => ({ id: String(back), label: oneLine(text) }));
    const question =
      "Go back to which message? The conversation from there on stays in a session of its own.";
    const outcome = await this.questions.put({ question, choices, escape: "stays here" }, {});
    if (outcome.type === "choice") conversation.submit(`/undo ${outcome.id}`, `/undo ${outcome.id}`);
  }

  #editOutside(): void {
    const { editor, host } = this.#options;
    if (editor === undefined) return;
    // What it would insert is not in the text that is edited.
    this.#talk?.discard();
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
    const then = <Args extends readonly unknown[]>(show: (...args: Args) => void) => this.#thenDraw(show);
    return {
      event: then((event) => transcript.event(event)),
      scriptCall: then((call) => transcript.scriptCall(call)),
      warning: then((message) => transcript.warning(message)),
      failure: then((failure) => transcript.failure(failure)),
      close: () => transcript.close(),
    };
  }

  /** Ctrl-D at a question leaves once the model has heard that there is no answer. */
  #leavingAfter(questions: Questions): Questions {
    return {
      ...questions,
      put: async (question, options) => {
        const outcome = await questions.put(question, options);
        if (outcome.type === "leave") this.#conversation?.endAfterTurn();
        return outcome;
      },
    };
  }

  #thenDraw<Args extends readonly unknown[]>(show: (...args: Args) => void): (...args: Args) => void {
    return (...args) => {
      show(...args);
      this.terminal.changed();
    };
  }
}
