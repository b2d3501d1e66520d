import type { StatusPort } from "@hermes/api";
import type { InsightsInfo, InsightsSum } from "@hermes/client/contract";
import type { State, UsageSum } from "@hermes/state";
import type { Runtime } from "../runtime.ts";
import { homeProcesses } from "./home-processes.ts";
import type { HomeProcessesOptions } from "./home-processes.ts";

export interface HomeStatusOptions extends HomeProcessesOptions {
  readonly usage: Runtime["usage"];
  readonly insights: Runtime["insights"];
}

/** What runs in a home, and what was used. */
export function homeStatus({ usage, insights, ...options }: HomeStatusOptions): StatusPort {
  return {
    ...homeProcesses(options),
    async usage(of) {
      const { budgets, ...totals } = await usage(of);
      return { ...totals, budgets: budgets.map((each) => ({ ...each })) };
    },
    insights: async ({ from }) => ({
      ...toInsights(await insights({ from })),
      days: daysOf(await options.store(), from),
    }),
  };
}

/** Oldest first. */
function daysOf({ usage }: State, from: number | undefined): readonly InsightsSum[] {
  return usage.sums({ by: "day", from }).map(toSum);
}

function toInsights(found: Awaited<ReturnType<Runtime["insights"]>>): Omit<InsightsInfo, "days"> {
  const { sessions, messages, calls, tokens, costUsd, callsWithoutPrice } = found;
  return {
    ...{ sessions, messages, calls, tokens, costUsd, callsWithoutPrice },
    models: found.models.map(toSum),
    tools: found.tools.map(toSum),
    platforms: found.platforms.map(toSum),
    weekdays: found.weekdays.map(toSum),
    hours: found.hours.map(toSum),
  };
}

function toSum({ key, calls, failed, usage }: UsageSum): InsightsSum {
  const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens, costUsd = 0 } = usage;
  const tokens = inputTokens + cacheReadTokens + cacheWriteTokens + outputTokens;
  return { key, calls, failed, tokens, costUsd };
}
