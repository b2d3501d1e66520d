import type { UsageTotals } from "@hermes/agent-loop/controller";
import type { SessionRecord, State, UsageSum } from "@hermes/state";
import { totalsOf } from "../spending/usage-totals.ts";

/** What was used in a range of time. Sums of calls are of models; `tools` of tools. */
export interface Insights extends UsageTotals {
  /** Milliseconds since 1970; absent for everything. */
  readonly from?: number | undefined;
  readonly sessions: number;
  readonly messages: number;
  readonly models: readonly UsageSum[];
  readonly tools: readonly UsageSum[];
  readonly platforms: readonly UsageSum[];
  /** Only those with calls; `key` from 0 (Sunday) to 6. */
  readonly weekdays: readonly UsageSum[];
  /** Only those with calls; `key` from 00 to 23. */
  readonly hours: readonly UsageSum[];
  /** The day with the most calls. */
  readonly mostActiveDay?: UsageSum | undefined;
  /** With the most messages first. */
  readonly longest: readonly SessionRecord[];
}

export interface InsightsRange {
  readonly from?: number | undefined;
}

const longestShown = 3;

export function gatherInsights(state: State, range: InsightsRange): Insights {
  const sums = (by: "model" | "tool" | "platform" | "weekday" | "hour" | "day"): readonly UsageSum[] =>
    state.usage.sums({ by, ...range });
  const sessions = state.sessions.list({ ...range, children: true, limit: Infinity });
  const models = sums("model");
  return {
    ...range,
    sessions: sessions.length,
    messages: sessions.reduce((sum, { messageCount }) => sum + messageCount, 0),
    ...totalsOf(models),
    models,
    tools: sums("tool"),
    platforms: sums("platform"),
    weekdays: sums("weekday"),
    hours: sums("hour"),
    mostActiveDay: sums("day").toSorted((left, right) => right.calls - left.calls)[0],
    longest: sessions
      .toSorted((left, right) => right.messageCount - left.messageCount)
      .slice(0, longestShown),
  };
}
