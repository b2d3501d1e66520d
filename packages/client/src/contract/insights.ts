import * as z from "zod";

/** Calls of one model, tool, day, …: see `InsightsInfo`. */
export interface InsightsSum {
  /** A name; a weekday from 0 (Sunday) to 6; an hour from 00 to 23; a day as 2026-01-31. */
  readonly key: string;
  readonly calls: number;
  readonly failed: number;
  readonly tokens: number;
  /** US dollars, of the calls that have a price. */
  readonly costUsd: number;
}

/** What was used in a range of time. Only keys with calls are there. */
export interface InsightsInfo {
  readonly sessions: number;
  readonly messages: number;
  readonly calls: number;
  readonly tokens: { readonly input: number; readonly output: number; readonly cacheRead: number };
  readonly costUsd: number;
  readonly callsWithoutPrice: number;
  readonly models: readonly InsightsSum[];
  readonly tools: readonly InsightsSum[];
  readonly platforms: readonly InsightsSum[];
  /** Oldest first. */
  readonly days: readonly InsightsSum[];
  readonly weekdays: readonly InsightsSum[];
  readonly hours: readonly InsightsSum[];
}

const sums = z.array(
  z.object({
    key: z.string(),
    calls: z.int(),
    failed: z.int(),
    tokens: z.number(),
    costUsd: z.number(),
  }),
);

export const insightsInfo: z.ZodType<InsightsInfo> = z.object({
  sessions: z.int(),
  messages: z.int(),
  calls: z.int(),
  tokens: z.object({ input: z.number(), output: z.number(), cacheRead: z.number() }),
  costUsd: z.number(),
  callsWithoutPrice: z.int(),
  models: sums,
  tools: sums,
  platforms: sums,
  days: sums,
  weekdays: sums,
  hours: sums,
});
