import type { ClarifyQuestion } from "@hermes/agent-loop";
import type { Outcome } from "./choices/choice-state.ts";
import type { Answer, ReadOptions } from "./line-editor.ts";

/** Puts one question on the terminal and waits for a line. */
export type Ask = (options: ReadOptions & { readonly intro: readonly string[] }) => Promise<Answer>;

/** Puts one question on the terminal as a list to choose from. */
export type Choose = (
  question: ClarifyQuestion,
  options: { readonly signal: AbortSignal },
) => Promise<Outcome>;

/** The ways in which a terminal can ask. */
export interface Questions {
  readonly ask: Ask;
  /** Missing where the terminal can't draw a list, or shall not. */
  readonly choose?: Choose | undefined;
}

/** Questions that come together are put one after another. */
export function oneAtATime(ask: Ask): Ask {
  return inTurn()(ask);
}

/** Lets only one at a time through of all that the result is put around. */
export function inTurn(): <Args extends readonly unknown[], Result>(
  put: (...args: Args) => Promise<Result>,
) => (...args: Args) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (put) =>
    (...args) => {
      const next = last.then(() => put(...args));
      last = next.catch(() => undefined);
      return next;
    };
}
