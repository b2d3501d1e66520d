import type { Usage } from "../usage.ts";

/** US dollars per million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** Undefined: not known. A call that read from the cache then has no known cost. */
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  /** Of what is kept for an hour. @default twice `input` */
  readonly cacheWrite1h?: number | undefined;
}

/** @see https://docs.claude.com/en/docs/build-with-claude/prompt-caching#pricing */
export function hourWritePrice({ input, cacheWrite1h = 2 * input }: ModelPrice): number {
  return cacheWrite1h;
}

/** What a call cost in US dollars; undefined when a price that it needs is missing. */
export function costOf(usage: Usage, price: ModelPrice | undefined): number | undefined {
  if (price === undefined) return undefined;
  const { cacheWrite1hTokens = 0 } = usage;
  const parts = [
    [usage.inputTokens, price.input],
    [usage.outputTokens, price.output],
    [usage.cacheReadTokens, price.cacheRead],
    [usage.cacheWriteTokens - cacheWrite1hTokens, price.cacheWrite],
    [cacheWrite1hTokens, hourWritePrice(price)],
  ] as const;
  let microDollars = 0;
  for (const [tokens, perMillion] of parts) {
    if (tokens === 0) continue;
    if (perMillion === undefined) return undefined;
    microDollars += tokens * perMillion;
  }
  return microDollars / 1_000_000;
}
