import type { Answer, ReadOptions } from "./line-editor.ts";

/** Puts one question on the terminal and waits for a line. Questions that come together are put one after another. */
export type Ask = (options: ReadOptions & { readonly intro: readonly string[] }) => Promise<Answer>;

/** Lets only one question at a time through. */
export function oneAtATime(ask: Ask): Ask {
  let last: Promise<unknown> = Promise.resolve();
  return (options) => {
    const next = last.then(() => ask(options));
    last = next.catch(() => undefined);
    return next;
  };
}
