import type { Offers } from "./offers-at.ts";

/** Whole words; fish quotes and chooses them by itself. */
export function fishLines({ offers, before }: Offers): readonly string[] {
  return offers.map(({ value, description }) => `${before}${value}\t${description}`);
}

/** The last word comes as it is typed. Of its quotes only the beginning matters, as fish chooses by itself. */
export function typedInFish(words: readonly string[]): readonly string[] {
  const last = words.at(-1) ?? "";
  return [...words.slice(0, -1), last.replace(/\\(.)/gs, "$1").replace(/["']/g, "")];
}
