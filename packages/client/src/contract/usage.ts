import * as z from "zod";

/** Tokens and money of one turn, or of several added up. */
export interface Usage {
  /** Neither read from nor written to the provider's cache. */
  readonly inputTokens: number;
  /** Includes reasoning. */
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  readonly cacheWrite1hTokens?: number | undefined;
  readonly reasoningTokens: number;
  /** US dollars; absent: no price is known. */
  readonly costUsd?: number | undefined;
  readonly estimated?: boolean | undefined;
}

export const usage: z.ZodType<Usage> = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadTokens: z.number(),
  cacheWriteTokens: z.number(),
  cacheWrite1hTokens: z.number().optional(),
  reasoningTokens: z.number(),
  costUsd: z.number().optional(),
  estimated: z.boolean().optional(),
});

/** What was used, and what is left of the budgets. */
export interface UsageInfo {
  readonly calls: number;
  readonly tokens: { readonly input: number; readonly output: number; readonly cacheRead: number };
  readonly costUsd: number;
  readonly callsWithoutPrice: number;
  readonly estimatedCalls: number;
  readonly budgets: readonly Readonly<Record<string, unknown>>[];
}

export const usageInfo: z.ZodType<UsageInfo> = z.object({
  calls: z.int(),
  tokens: z.object({ input: z.number(), output: z.number(), cacheRead: z.number() }),
  costUsd: z.number(),
  callsWithoutPrice: z.int(),
  estimatedCalls: z.int(),
  budgets: z.array(z.record(z.string(), z.unknown())),
});

export interface ModelInfo {
  readonly model: string;
  readonly provider: string;
  /** The one that is used where nobody says otherwise. */
  readonly isChosen: boolean;
  /** In tokens. */
  readonly contextWindow: number;
}

export const modelInfo: z.ZodType<ModelInfo> = z.object({
  model: z.string(),
  provider: z.string(),
  isChosen: z.boolean(),
  contextWindow: z.number(),
});
