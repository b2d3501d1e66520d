import type { Usage } from "@hermes/models";

/** What was used between two sums of the same. It has a price where the later one has. */
export function usageSince(before: Usage, after: Usage): Usage {
  return {
    inputTokens: after.inputTokens - before.inputTokens,
    outputTokens: after.outputTokens - before.outputTokens,
    cacheReadTokens: after.cacheReadTokens - before.cacheReadTokens,
    cacheWriteTokens: after.cacheWriteTokens - before.cacheWriteTokens,
    reasoningTokens: after.reasoningTokens - before.reasoningTokens,
    ...(after.costUsd === undefined ? {} : { costUsd: after.costUsd - (before.costUsd ?? 0) }),
  };
}
