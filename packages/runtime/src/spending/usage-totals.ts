import type { UsageTotals } from "@hermes/agent-loop/controller";
import type { UsageSum } from "@hermes/state";

/** The sum over models. */
export function totalsOf(models: readonly UsageSum[]): UsageTotals {
  const total = (of: (sum: UsageSum) => number): number => models.reduce((sum, each) => sum + of(each), 0);
  return {
    calls: total(({ calls }) => calls),
    tokens: {
      input: total(({ usage }) => usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens),
      output: total(({ usage }) => usage.outputTokens),
      cacheRead: total(({ usage }) => usage.cacheReadTokens),
    },
    costUsd: total(({ usage }) => usage.costUsd ?? 0),
    callsWithoutPrice: total(({ callsWithoutPrice }) => callsWithoutPrice),
    estimatedCalls: total(({ estimatedCalls }) => estimatedCalls),
  };
}
