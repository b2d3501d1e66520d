import type { ClarifyQuestion } from "@hermes/agent-loop";
import type { Style } from "../../render/style.ts";
import type { KeyReader } from "../line-editor.ts";
import { choiceLines, questionLines, settledLine } from "./choice-lines.ts";
import { openQuestion, press, type Outcome } from "./choice-state.ts";
import { createKeyReader, type Key } from "./key.ts";
import { Painter } from "./painter.ts";
import { control } from "../../render/guard-output.ts";

/** Where a list is drawn: the part of a terminal that is used here. */
export interface ListOutput {
  readonly columns: number;
  readonly rows: number;
  write(text: string): unknown;
  on(event: "resize", listener: () => void): unknown;
  off(event: "resize", listener: () => void): unknown;
}

export interface ChooseOptions {
  readonly output: ListOutput;
  readonly style: Style;
  /** Gives what is typed to a reader, until it is told to stop. */
  readonly takeKeys: (reader: KeyReader) => () => void;
  readonly signal: AbortSignal;
}

/** Nobody answers a question faster: what is typed before this much silence was meant for something else. */
const wakesAfterMs = 250;

/**
 * Puts a question as a list on the screen and waits for the answer. The cursor must be at the start of an empty line,
 * and nothing else may be written meanwhile; in the end one line says what was asked and answered.
 *
 * @throws the reason of `signal`, untouched, when aborted.
 */
export async function choose(question: ClarifyQuestion, options: ChooseOptions): Promise<Outcome> {
  const { output, style, takeKeys, signal } = options;
  signal.throwIfAborted();
  const painter = new Painter((text) => control(output, text));
  const asked = questionLines(question.question, output.columns);
  const withQuestion = asked.length <= Math.max(1, Math.floor((output.rows - 1) / 3));
  if (!withQuestion) output.write(`${asked.map((line) => style.cyan(line)).join("\n")}\n`);
  let state = openQuestion(question);
  const draw = () => {
    const { columns, rows } = output;
    painter.paint(choiceLines(state, { columns, rows, style, withQuestion }), columns);
  };
  const wake = setTimeout(() => {
    state = { ...state, awake: true };
    draw();
  }, wakesAfterMs);
  output.on("resize", draw);
  draw();
  try {
    return await keysUntil(signal, takeKeys, (key) => {
      if (!state.awake) wake.refresh();
      state = press(state, key);
      if (state.awake) draw();
      return state.outcome;
    });
  } finally {
    clearTimeout(wake);
    output.off("resize", draw);
    const { columns } = output;
    const outcome = state.outcome ?? { type: signal.aborted ? "interrupt" : "leave" };
    painter.settle(settledLine(question, outcome, { columns, style, withQuestion }), columns);
  }
}

/** Hands on each key until one brings an outcome; a terminal that is gone brings one too. */
function keysUntil(
  signal: AbortSignal,
  takeKeys: ChooseOptions["takeKeys"],
  press: (key: Key) => Outcome | undefined,
): Promise<Outcome> {
  let stop = () => {};
  return new Promise<Outcome>((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    const read = createKeyReader((key) => {
      const outcome = press(key);
      if (outcome) resolve(outcome);
    });
    const stopKeys = takeKeys({ read, end: () => resolve({ type: "leave" }) });
    stop = () => {
      stopKeys();
      signal.removeEventListener("abort", abort);
    };
  }).finally(() => stop());
}
