import type { Host } from "../host.ts";
import { KeyInput } from "../input/key-input.ts";
import { control } from "../render/guard-output.ts";
import { LiveRegion } from "./live-region.ts";
import type { Frame, Picture, Size } from "./picture.ts";
import type { OpenQuestion, QuestionPlace, QuestionView } from "./question-view.ts";

/** What was said and done, as lines. */
export interface LiveTranscript {
  /** Lines that do not change any more, each given once. */
  settle(columns: number): readonly string[];
  /** The lines behind those. @param asking It is the person's turn: no sign that anything works. */
  live(columns: number, rows: number, asking?: boolean): readonly string[];
  /** The newest folded thing in full, then the one before; undefined: there is none left. */
  unfold(columns: number): readonly string[] | undefined;
  /** Whether time passes on what is shown. */
  readonly busy: boolean;
}

/** What a person types into while nothing is asked. */
export interface InputArea<Action> {
  frame(size: Size): Frame;
  /** One key as the terminal sends it. */
  press(sequence: string): Action | undefined;
  paste(text: string): void;
  readonly text: string;
}

export interface LiveTerminalOptions<Action> {
  readonly host: Host;
  readonly transcript: LiveTranscript;
  /** Absent: the person only watches and answers questions. */
  readonly input?: InputArea<Action> | undefined;
  /** Lines above the input, such as what waits. */
  readonly above?: ((columns: number) => readonly string[]) | undefined;
  /** Lines below the input. */
  readonly footer?: ((columns: number) => readonly string[]) | undefined;
  readonly onAction?: ((action: Action) => void) | undefined;
  /** Ctrl-C or Esc where there is no input. */
  readonly onInterrupt: () => void;
  /** The terminal is gone. */
  readonly onEnd: () => void;
  /** A question waits for the person. */
  readonly onQuestion?: (() => void) | undefined;
}

const ctrl = { c: "\u0003", l: "\u000c", o: "\u000f", z: "\u001a" } as const;
const escape = "\u001b";
const pasteMarks = ["\u001b[200~", "\u001b[201~"] as const;

/** As long as a question's guard: what is typed on so soon was meant for the input. */
const typesOnMs = 250;
/** On fewer rows no line is given away. */
const roomyRows = 12;
/** How often time is shown to pass. */
const tickMs = 100;

/**
 * A terminal with one live region: what settles of the transcript scrolls away above it, and in it stand what is under
 * way, the input or the question in its place, and a footer. The person's keys never wait for anything.
 */
export class LiveTerminal<Action> implements QuestionPlace, Disposable {
  readonly #options: LiveTerminalOptions<Action>;
  readonly #output: NodeJS.WriteStream;
  readonly #region: LiveRegion;
  /** Undefined where standard input is no keyboard. */
  readonly #keys: KeyInput | undefined;
  readonly #gone = new AbortController();
  readonly #cleanUp: readonly (() => void)[];
  readonly #waiting: (() => void)[] = [];
  #settled: string[] = [];
  #question: QuestionView | undefined;
  #isAsking = false;
  /** Until when keys go on to the input that a question came upon. */
  #typesOnUntil = 0;
  #ticking: NodeJS.Timeout | undefined;
  #suspended: NodeJS.Timeout | undefined;
  #lent = 0;

  /** Takes the terminal at once. The cursor must be at the start of an empty line. */
  constructor(options: LiveTerminalOptions<Action>) {
    const { host } = options;
    this.#options = options;
    this.#output = host.stdout;
    this.#region = new LiveRegion({ output: host.stdout, picture: (size) => this.#picture(size) });
    this.#keys = host.stdinIsTerminal ? this.#openKeys() : undefined;
    this.#cleanUp = [
      host.onContinue(() => this.#goOn()),
      host.onExit(() => this.#keys?.stop()),
      () => this.#keys?.stop(),
    ];
    this.#keys?.start();
    this.#region.drawNow();
  }

  get size(): Size {
    return { columns: this.#output.columns, rows: this.#output.rows };
  }

  /** Something of what is shown has changed. */
  changed(): void {
    this.#region.invalidate();
    if (this.#options.transcript.busy) this.#ticking ??= setInterval(() => this.#tick(), tickMs);
  }

  note(lines: readonly string[]): void {
    this.#settled.push(...lines);
    this.#region.invalidate();
  }

  async put<Answer>(
    open: (redraw: () => void) => OpenQuestion<Answer>,
    signal: AbortSignal,
  ): Promise<Answer> {
    const ended = AbortSignal.any([signal, this.#gone.signal]);
    await this.#turn(ended);
    const { view, answered } = open(() => this.#region.invalidate());
    this.#question = view;
    this.#typesOnUntil = (this.#options.input?.text ?? "") === "" ? 0 : performance.now() + typesOnMs;
    this.#options.onQuestion?.();
    this.#region.drawNow();
    try {
      return await orAborted(answered, ended);
    } finally {
      this.#question = undefined;
      this.note(view.settled(this.size.columns));
      this.#nextTurn();
      this.#region.drawNow();
    }
  }

  /** Shows the newest folded thing in full. */
  unfold(): void {
    this.note(this.#options.transcript.unfold(this.size.columns) ?? []);
  }

  redraw(): void {
    this.#region.suspend();
    this.#region.resume();
  }

  /** An empty screen; what was said stays in the scrollback. */
  clear(): void {
    this.#region.suspend();
    // What is in sight scrolls away, and nothing is erased.
    control(this.#output, `${"\n".repeat(this.#output.rows)}\u001b[H`);
    this.#region.resume();
  }

  /** Ctrl-Z: the terminal is the shell's until the person comes back. */
  suspend(): void {
    this.#pause();
    this.#options.host.suspend();
    // Where nobody can stop the process, it goes on at once.
    this.#suspended = setTimeout(() => this.#unpause(), 50);
  }

  /** Lets another program, such as an editor, have the terminal while a task goes on. */
  async lend<Result>(task: () => Promise<Result>): Promise<Result> {
    const ignoreInterrupts = this.#options.host.onInterrupt(() => undefined);
    this.#pause();
    try {
      return await task();
    } finally {
      this.#unpause();
      ignoreInterrupts();
    }
  }

  /** Asks for the person's attention. @param text Absent: only the bell. */
  notify(text?: string): void {
    control(this.#output, text === undefined ? "\u0007" : `\u001b]9;${text}\u0007`);
  }

  /** Leaves the terminal as it was, with the cursor on an empty line. */
  [Symbol.dispose](): void {
    clearInterval(this.#ticking);
    // Nothing takes the terminal again.
    clearTimeout(this.#suspended);
    for (const each of this.#cleanUp) each();
    const { columns } = this.size;
    // What has not settled by now stays as it stands.
    this.#settled = [...this.#options.transcript.settle(columns), ...this.#settled];
    this.#settled.push(...this.#options.transcript.live(columns, Infinity));
    this.#region.close();
  }

  #openKeys(): KeyInput {
    return new KeyInput({
      input: this.#options.host.stdin(),
      output: this.#output,
      onKey: (sequence) => this.#key(sequence),
      onPaste: (text) => this.#paste(text),
      onDone: () => this.#region.drawNow(),
      onEnd: () => this.#end(),
    });
  }

  #picture(size: Size): Picture {
    const { transcript, input, above, footer } = this.#options;
    const { columns, rows } = size;
    const settled = [...transcript.settle(columns), ...this.#settled];
    this.#settled = [];
    const foot = footer?.(columns) ?? [];
    const room = { columns, rows: Math.max(1, rows - foot.length) };
    const waiting = this.#question === undefined ? (above?.(columns) ?? []) : [];
    const typed = (this.#question ?? input)?.frame(room) ?? { lines: [] };
    // Where there is room, what is typed stands apart from what was said.
    const gap = typed.lines.length > 0 && rows > roomyRows ? [""] : [];
    const left = Math.max(0, room.rows - waiting.length - typed.lines.length - gap.length);
    const live = left > 0 ? transcript.live(columns, left, this.#question !== undefined).slice(-left) : [];
    const before = [...live, ...gap, ...waiting];
    return {
      settled,
      lines: [...before, ...typed.lines, ...foot],
      caret: typed.caret && { row: before.length + typed.caret.row, column: typed.caret.column },
    };
  }

  #key(sequence: string): void {
    const { input, onAction, onInterrupt } = this.#options;
    const question = this.#typesOn() ? undefined : this.#question;
    if (question === undefined && input !== undefined) {
      const action = input.press(sequence);
      if (action !== undefined) onAction?.(action);
      return;
    }
    if (sequence === ctrl.z) return this.suspend();
    if (sequence === ctrl.o) return this.unfold();
    if (sequence === ctrl.l) return this.redraw();
    if (question !== undefined) question.press(sequence);
    else if (sequence === ctrl.c || sequence === escape) onInterrupt();
  }

  #paste(text: string): void {
    const question = this.#typesOn() ? undefined : this.#question;
    if (question === undefined) this.#options.input?.paste(text);
    else question.press(pasteMarks.join(text));
  }

  /** Whether the person is still in the middle of a line upon which a question came. */
  #typesOn(): boolean {
    const now = performance.now();
    const hasLine = (this.#options.input?.text ?? "") !== "";
    if (this.#question === undefined || !hasLine || now > this.#typesOnUntil) return false;
    this.#typesOnUntil = now + typesOnMs;
    return true;
  }

  /** Waits for the end of the questions before. */
  async #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!this.#isAsking) {
      this.#isAsking = true;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    try {
      await orAborted(promise, signal);
    } catch (error) {
      const at = this.#waiting.indexOf(resolve);
      // Where its turn came in the same moment, the next one has it.
      if (at < 0) this.#nextTurn();
      else this.#waiting.splice(at, 1);
      throw error;
    }
  }

  #nextTurn(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isAsking = false;
    else next();
  }

  #pause(): void {
    if (this.#lent++ > 0) return;
    this.#region.suspend();
    this.#keys?.stop();
  }

  #unpause(): void {
    if (--this.#lent > 0) return;
    this.#keys?.start();
    this.#region.resume();
  }

  /** Somebody else stopped the process, and the terminal may be another now. */
  #goOn(): void {
    if (this.#lent > 0) return;
    this.#keys?.stop();
    this.#keys?.start();
    this.redraw();
  }

  #tick(): void {
    this.#region.invalidate();
    if (this.#options.transcript.busy) return;
    clearInterval(this.#ticking);
    this.#ticking = undefined;
  }

  #end(): void {
    if (this.#gone.signal.aborted) return;
    this.#gone.abort(new DOMException("The terminal is gone.", "AbortError"));
    this.#options.onEnd();
  }
}

async function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    stop = () => signal.removeEventListener("abort", abort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    stop();
  }
}
