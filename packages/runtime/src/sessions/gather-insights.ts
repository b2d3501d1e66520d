import type { SessionRecord, State, UsageSum } from "@hermes/state";

/** What was used in a range of time. Sums of calls are of models; `tools` of tools. */
export interface Insights {
  /** Milliseconds since 1970; absent for everything. */
  readonly from?: number | undefined;
  readonly sessions: number;
  readonly messages: number;
  readonly calls: number;
  readonly tokens: { readonly input: number; readonly output: number; readonly cacheRead: number };
  /** Over the calls that have a price. */
  readonly costUsd: number;
  readonly callsWithoutPrice: number;
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
  const sessions = state.sessions.list({ ...range, limit: Infinity });
  const models = sums("model");
  const total = (of: (sum: UsageSum) => number): number => models.reduce((sum, each) => sum + of(each), 0);
  return {
    ...range,
    sessions: sessions.length,
    messages: sessions.reduce((sum, { messageCount }) => sum + messageCount, 0),
    calls: total(({ calls }) => calls),
    tokens: {
      input: total(({ usage }) => usage.inputTokens),
      output: total(({ usage }) => usage.outputTokens),
      cacheRead: total(({ usage }) => usage.cacheReadTokens),
    },
    costUsd: total(({ usage }) => usage.costUsd ?? 0),
    callsWithoutPrice: total(({ callsWithoutPrice }) => callsWithoutPrice),
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
