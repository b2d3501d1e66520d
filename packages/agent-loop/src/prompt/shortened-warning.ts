import type { ShortenedLayer } from "./fit-layers.ts";

/** Says once, of each layer, that the prompt has no room for all of it. Undefined: there is nothing new to say. */
export type ShortenedWarning = (shortened: readonly ShortenedLayer[]) => string | undefined;

export function createShortenedWarning(): ShortenedWarning {
  const told = new Set<string>();
  return (shortened) => {
    const news = shortened.filter(({ name, leftOut }) => !told.has(`${name} ${leftOut}`));
    for (const { name, leftOut } of news) told.add(`${name} ${leftOut}`);
    if (news.length === 0) return undefined;
    const what = news.map(({ name, leftOut }) => `${name} (${leftOut ? "left out" : "shortened"})`);
    return `The prompt has no room for all of ${what.join(", ")}. The settings prompt.max_tokens and prompt.layers say how much there is.`;
  };
}
