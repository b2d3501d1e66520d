import type { Usage } from "../usage.ts";

/** US dollars per million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** Undefined: not known. A call that read from the cache then has no known cost. */
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
}

/** What a call cost in US dollars; undefined when a price that it needs is missing. */
export function costOf(usage: Usage, price: ModelPrice | undefined): number | undefined {
  if (price === undefined) return undefined;
  const parts = [
    [usage.inputTokens, price.input],
    [usage.outputTokens, price.output],
    [usage.cacheReadTokens, price.cacheRead],
    [usage.cacheWriteTokens, price.cacheWrite],
  ] as const;
  let microDollars = 0;
  for (const [tokens, perMillion] of parts) {
    if (tokens === 0) continue;
    if (perMillion === undefined) return undefined;
    microDollars += tokens * perMillion;
  }
  return microDollars / 1_000_000;
}
