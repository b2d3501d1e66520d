import { totalLines } from "@hermes/agent-loop/controller";
import type { UsageSum } from "@hermes/state";
import type { Insights } from "@hermes/runtime";
import { amount, dollars, duration } from "./amount.ts";
import { barChart, sparkLine, type ChartOptions } from "./charts.ts";
import { countOf } from "./count-of.ts";
import { fit } from "./fit.ts";
import { titleOf } from "./session-lines.ts";
import type { Style } from "./style.ts";
import { wrap } from "./wrap.ts";

export interface InsightLinesOptions extends ChartOptions {
  readonly style: Style;
}

const maxBars = 8;

/** Sums and charts, none wider than the columns. */
export function insightLines(insights: Insights, options: InsightLinesOptions): readonly string[] {
  return [
    ...totals(insights, options),
    ...section("Models (tokens)", insights.models, tokensOf, options),
    ...section("Tools (calls)", insights.tools, callsOf, options),
    ...section("Platforms (calls)", insights.platforms, callsOf, options),
    ...weekdays(insights.weekdays, options),
    ...hours(insights.hours, options),
    ...records(insights, options),
  ];
}

function totals(insights: Insights, { columns }: InsightLinesOptions): readonly string[] {
  const { sessions, messages } = insights;
  const said = `${amount(sessions)} ${sessions === 1 ? "conversation" : "conversations"}, ${countOf(messages)}`;
  return [said, ...totalLines(insights)].flatMap((line) => wrap(line, { columns }));
}

interface Measure {
  readonly value: number;
  readonly text: string;
}

function tokensOf({ usage }: UsageSum): Measure {
  const tokens = usage.inputTokens + usage.outputTokens;
  const cost = usage.costUsd === undefined || usage.costUsd === 0 ? "" : ` ${dollars(usage.costUsd)}`;
  return { value: tokens, text: `${amount(tokens)}${cost}` };
}

function callsOf({ calls, failed }: UsageSum): Measure {
  return { value: calls, text: `${amount(calls)}${failed > 0 ? `, ${amount(failed)} failed` : ""}` };
}

function section(
  title: string,
  sums: readonly UsageSum[],
  measure: (sum: UsageSum) => Measure,
  options: InsightLinesOptions,
): readonly string[] {
  if (sums.length === 0) return [];
  const bars = sums
    .map((sum) => ({ label: sum.key || "(none)", ...measure(sum) }))
    .toSorted((left, right) => right.value - left.value);
  const left = bars.length - maxBars;
  return [
    ...heading(title, options),
    ...barChart(bars.slice(0, maxBars), options),
    ...(left > 0 ? [options.style.dim(fit(`… and ${left} more`, options.columns))] : []),
  ];
}

const weekdayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const weekBeginningMonday = [1, 2, 3, 4, 5, 6, 0];

function weekdays(sums: readonly UsageSum[], options: InsightLinesOptions): readonly string[] {
  if (sums.length === 0) return [];
  const calls = new Map(sums.map((sum) => [Number(sum.key), sum.calls]));
  const bars = weekBeginningMonday.map((day) => {
    const value = calls.get(day) ?? 0;
    return { label: weekdayNames[day] ?? "", value, text: amount(value) };
  });
  return [...heading("Weekdays (calls)", options), ...barChart(bars, options)];
}

const hourMarks = "0     6     12    18    ";

function hours(sums: readonly UsageSum[], options: InsightLinesOptions): readonly string[] {
  if (sums.length === 0 || options.columns < hourMarks.length) return [];
  const calls = new Map(sums.map((sum) => [Number(sum.key), sum.calls]));
  const line = sparkLine(
    Array.from({ length: 24 }, (_, hour) => calls.get(hour) ?? 0),
    options,
  );
  return [...heading("Hours of the day (calls)", options), line, options.style.dim(hourMarks.trimEnd())];
}

function records({ longest, mostActiveDay }: Insights, options: InsightLinesOptions): readonly string[] {
  const { columns } = options;
  const day =
    mostActiveDay === undefined
      ? []
      : [`Most active day: ${mostActiveDay.key}, ${amount(mostActiveDay.calls)} calls`];
  const sessions = longest.flatMap((session) => [
    `${fit(titleOf(session), columns)}`,
    `  ${countOf(session.messageCount)}, ${duration(session.lastActiveAt - session.startedAt)}`,
    `  ${session.id}`,
  ]);
  return [
    ...(sessions.length === 0 ? [] : [...heading("Longest conversations", options), ...sessions]),
    ...(day.length === 0 ? [] : ["", ...day]),
  ].flatMap((line) => wrap(line, { columns }));
}

function heading(title: string, { style, columns }: InsightLinesOptions): readonly string[] {
  return ["", style.bold(fit(title, columns))];
}
