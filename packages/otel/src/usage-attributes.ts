import type { Attributes } from "@opentelemetry/api";
import type { Usage } from "@hermes/agent-loop";
import { names } from "./conventions.ts";

/** All that was sent, as the conventions count it: with what the cache had and got. */
export function inputTokensOf({ inputTokens, cacheReadTokens, cacheWriteTokens }: Usage): number {
  return inputTokens + cacheReadTokens + cacheWriteTokens;
}

export function usageAttributes(usage: Usage): Attributes {
  const { outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens, costUsd, estimated } = usage;
  return {
    [names.inputTokens]: inputTokensOf(usage),
    [names.outputTokens]: outputTokens,
    [names.cacheReadTokens]: cacheReadTokens,
    [names.cacheWriteTokens]: cacheWriteTokens,
    [names.reasoningTokens]: reasoningTokens,
    [names.costUsd]: costUsd,
    [names.estimated]: estimated,
  };
}
