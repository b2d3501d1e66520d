import type { Frame, Size } from "../../screen/picture.ts";
import type { OpenQuestion, QuestionView } from "../../screen/question-view.ts";
import type { Style } from "../../render/style.ts";
import type { Choice, Outcome, Question } from "../question.ts";
import { choiceLines, questionLines, settledLine } from "./choice-lines.ts";
import { openQuestion, pause, press, unspelled, withFolded, type ChoiceState } from "./choice-state.ts";
import { isRelease, keyOf } from "./key.ts";

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

/** A letter is the name of a choice, and not the first one of a word, when nothing follows it for so long. */
const namedAfterMs = 500;

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
  #timer: NodeJS.Timeout | undefined;
  /** Pressed so far. */
  #keys = 0;
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
    if (!this.#state.awake && this.#timer === undefined) this.#afterSilence(wakesAfterMs);
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
    if (this.#settled || isRelease(sequence)) return;
    const key = keyOf(sequence);
    this.#keys += 1;
    if (this.#busy === undefined)
      return this.#to(key === undefined ? unspelled(this.#state) : press(this.#state, key));
    if (key?.type === "interrupt" || key?.type === "escape") this.#end({ type: "interrupt" });
  }

  settled(columns: number): readonly string[] {
    this.#settled = true;
    clearTimeout(this.#timer);
    const { question, outcome } = this.#state;
    const { style } = this.#options;
    return [settledLine(question, outcome, { columns, style, withQuestion: this.#withQuestion })];
  }

  #to(state: ChoiceState): void {
    const before = this.#state;
    this.#state = state;
    const { outcome, choices } = state;
    const chosen = outcome?.type === "choice" ? choices.find(({ id }) => id === outcome.id) : undefined;
    if (chosen?.leadsTo !== undefined) this.#follow(chosen).catch(this.#reject);
    else if (outcome !== undefined) this.#end(outcome);
    else {
      if (!state.awake) this.#afterSilence(wakesAfterMs);
      else if (state.typed !== "") this.#afterSilence(namedAfterMs);
      if (state !== before) this.#options.redraw();
    }
  }

  #afterSilence(ms: number): void {
    clearTimeout(this.#timer);
    const keys = this.#keys;
    this.#timer = setTimeout(() => {
      // What was typed while the process was busy is read before this runs, and no silence.
      setImmediate(() => {
        if (this.#settled || this.#busy !== undefined || keys !== this.#keys) return;
        this.#to(this.#state.awake ? pause(this.#state) : { ...this.#state, awake: true });
      });
    }, ms);
  }

  async #follow(choice: Choice): Promise<void> {
    this.#busy = choice;
    this.#state = { ...this.#state, outcome: undefined };
    this.#options.redraw();
    const next = await choice.leadsTo?.();
    if (this.#settled || next === undefined) return;
    this.#busy = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#state = openQuestion(next);
    this.#announce(next);
    this.#options.redraw();
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
