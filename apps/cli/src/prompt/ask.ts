import type { Answer, ReadOptions } from "./line-reader.ts";

/** Puts one question on the terminal and waits for a line. */
export type Ask = (options: ReadOptions & { readonly intro: readonly string[] }) => Promise<Answer>;

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
