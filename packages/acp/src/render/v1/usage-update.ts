import type { SessionUpdate } from "@agentclientprotocol/sdk";
import type { Usage } from "@hermes/models";

/** How full the window is after a request. */
export function usageUpdate(usage: Usage, contextWindow: number, costUsd?: number): SessionUpdate {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage;
  return {
    sessionUpdate: "usage_update",
    used: inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens,
    size: contextWindow,
    ...(costUsd === undefined ? {} : { cost: { amount: costUsd, currency: "USD" } }),
  };
}
