import type { Frame, Size } from "../../screen/picture.ts";
import type { OpenQuestion, QuestionView } from "../../screen/question-view.ts";
import type { Style } from "../../render/style.ts";
import type { Choice, Outcome, Question } from "../question.ts";
import { choiceLines, questionLines, settledLine } from "./choice-lines.ts";
import { openQuestion, press, withFolded, type ChoiceState } from "./choice-state.ts";
import { keyOf } from "./key.ts";

export interface ChoiceViewOptions {
  readonly style: Style;
  /** Of the terminal when the question comes up. */
  readonly size: Size;
  readonly redraw: () => void;
  /** Puts lines above the question, where they stay. */
  readonly note: (lines: readonly string[]) => void;
}

/** Nobody answers a question faster: what is typed before this much silence was meant for something else. */
const wakesAfterMs = 250;

/** A question as a list to choose from. */
export function openChoiceView(question: Question, options: ChoiceViewOptions): OpenQuestion<Outcome> {
  const view = new ChoiceView(question, options);
  return { view, answered: view.answered };
}

class ChoiceView implements QuestionView {
  readonly answered: Promise<Outcome>;
  readonly #options: ChoiceViewOptions;
  #resolve: (outcome: Outcome) => void = () => {};
  #reject: (error: unknown) => void = () => {};
  #state: ChoiceState;
  #withQuestion = true;
  /** A choice that leads to the next form of the question, until it is there. */
  #busy: Choice | undefined;
  #silence: NodeJS.Timeout | undefined;
  #earlyKeys = 0;
  #settled = false;

  constructor(question: Question, options: ChoiceViewOptions) {
    this.answered = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#options = options;
    this.#state = openQuestion(question);
    this.#announce(question);
  }

  frame(size: Size): Frame {
    // The silence is counted from when there is something to be seen.
    this.#silence ??= setTimeout(() => this.#wake(), wakesAfterMs);
    const options = {
      ...size,
      style: this.#options.style,
      withQuestion: this.#withQuestion,
      busy: this.#busy?.label,
    };
    const frame = choiceLines(this.#state, options);
    if (!frame.folded) return frame;
    const state = withFolded(this.#state);
    if (state === this.#state) return frame;
    this.#state = state;
    return choiceLines(state, options);
  }

  press(sequence: string): void {
    const key = keyOf(sequence);
    if (key === undefined || this.#settled) return;
    if (this.#busy !== undefined) {
      if (key.type === "interrupt" || key.type === "escape") this.#end({ type: "interrupt" });
      return;
    }
    if (!this.#state.awake) {
      this.#earlyKeys += 1;
      this.#silence?.refresh();
    }
    this.#state = press(this.#state, key);
    const { outcome, choices } = this.#state;
    const chosen = outcome?.type === "choice" ? choices.find(({ id }) => id === outcome.id) : undefined;
    if (outcome === undefined) this.#options.redraw();
    else if (chosen?.leadsTo === undefined) this.#end(outcome);
    else void this.#follow(chosen);
  }

  settled(columns: number): readonly string[] {
    this.#settled = true;
    clearTimeout(this.#silence);
    const { question, outcome } = this.#state;
    const { style } = this.#options;
    return [settledLine(question, outcome, { columns, style, withQuestion: this.#withQuestion })];
  }

  #wake(): void {
    // What was typed while the process was busy is read before this runs, and counts as early.
    const [silence, keys] = [this.#silence, this.#earlyKeys];
    setImmediate(() => {
      if (this.#settled || silence !== this.#silence || keys !== this.#earlyKeys) return;
      this.#state = { ...this.#state, awake: true };
      this.#options.redraw();
    });
  }

  async #follow(choice: Choice): Promise<void> {
    this.#busy = choice;
    this.#state = { ...this.#state, outcome: undefined };
    this.#options.redraw();
    try {
      const next = await choice.leadsTo?.();
      if (this.#settled || next === undefined) return;
      this.#busy = undefined;
      this.#announce(next);
      clearTimeout(this.#silence);
      this.#silence = undefined;
      this.#state = openQuestion(next);
      this.#options.redraw();
    } catch (error) {
      this.#reject(error);
    }
  }

  #end(outcome: Outcome): void {
    this.#state = { ...this.#state, outcome };
    this.#settled = true;
    this.#resolve(outcome);
  }

  /** What is said before a question, and the question itself where it would take more than its part of the screen. */
  #announce(question: Question): void {
    const { size, style, note } = this.#options;
    const asked = questionLines(question.question, size.columns);
    this.#withQuestion = asked.length <= Math.max(1, Math.floor((size.rows - 1) / 3));
    const before = question.said?.(size.columns) ?? [];
    const lines = this.#withQuestion ? before : [...before, ...asked.map(style.cyan)];
    if (lines.length > 0) note(lines);
  }
}
