import type { ContextPart, ContextUsage } from "@hermes/agent-loop";
import { amount } from "./amount.ts";
import { barChart, type ChartOptions } from "./charts.ts";
import { fit } from "./fit.ts";
import type { Style } from "./style.ts";
import { wrap } from "./wrap.ts";

export interface ContextLinesOptions extends ChartOptions {
  readonly style: Style;
}

const maxBars = 8;
const widestBar = 80;

type Group = ContextPart["group"];

const groups: Readonly<Record<Group, string>> = { prompt: "Prompt", tools: "Tools", messages: "Messages" };

const kinds: Readonly<Record<string, string>> = {
  person: "your words",
  answer: "answers",
  reasoning: "reasoning",
  call: "calls of tools",
  note: "notes",
  summary: "summary",
};

/** What fills the window as a bar and a list, none wider than the columns. */
export function contextLines(usage: ContextUsage, options: ContextLinesOptions): readonly string[] {
  const { model, tokens, contextWindow, counted, free, condenseAt, outputReserve } = usage;
  const about = aboutSign(options);
  const share = Math.round((tokens / contextWindow) * 100);
  const used = `${counted ? "" : `${about} `}${amount(tokens)} of ${amount(contextWindow)} tokens (${share} %)`;
  const room =
    condenseAt === undefined
      ? `Room for ${amount(free)} more; ${amount(outputReserve)} are kept for the answer.`
      : `Room for ${amount(free)} more; from ${amount(condenseAt)} on, older messages are condensed. ${amount(outputReserve)} are kept for the answer.`;
  return [
    ...wrap(`${model}: ${used}`, options),
    windowBar(usage, options),
    ...legend(options),
    ...(["prompt", "tools", "messages"] as const).flatMap((group) => section(group, usage, options)),
    "",
    ...wrap(room, options),
    ...(counted
      ? wrap(
          `The sum was counted by the provider; the parts (${about}) are estimates, scaled to it.`,
          options,
        )
      : wrap(`Sizes (${about}) are estimates; there is no count of the provider.`, options)),
  ];
}

interface Signs extends Readonly<Record<Group, string>> {
  readonly free: string;
  readonly reserve: string;
  readonly limit: string;
}

function signsOf({ ascii }: ChartOptions): Signs {
  return ascii
    ? { prompt: "P", tools: "T", messages: "M", free: ".", reserve: "-", limit: "|" }
    : { prompt: "█", tools: "▓", messages: "▒", free: "·", reserve: "░", limit: "│" };
}

/** The whole window in its proportions. What takes room is seen, however little it takes. */
function windowBar(usage: ContextUsage, options: ContextLinesOptions): string {
  const { contextWindow, parts, outputReserve, condenseAt } = usage;
  const signs = signsOf(options);
  const width = Math.max(1, Math.min(options.columns, widestBar));
  const at = (tokens: number): number => Math.min(width, Math.round((tokens / contextWindow) * width));
  const cells = Array.from({ length: width }, (_, cell) =>
    cell < width - at(outputReserve) ? signs.free : signs.reserve,
  );
  const limit = condenseAt === undefined ? undefined : at(condenseAt);
  if (limit !== undefined && limit < width) cells[limit] = signs.limit;
  let tokens = 0;
  let from = 0;
  for (const group of ["prompt", "tools", "messages"] as const) {
    const size = sumOf(parts, group);
    if (size === 0) continue;
    tokens += size;
    const to = Math.min(width, Math.max(from + 1, at(tokens)));
    cells.fill(signs[group], from, to);
    from = to;
  }
  return cells.join("");
}

function legend(options: ContextLinesOptions): readonly string[] {
  const signs = signsOf(options);
  const entries = [
    ...[`${signs.prompt} prompt`, `${signs.tools} tools`, `${signs.messages} messages`, `${signs.free} free`],
    ...[`${signs.limit} condensed from here`, `${signs.reserve} answer`],
  ];
  // An entry stays on its line.
  const text = entries.map((entry) => entry.replaceAll(" ", "\u00a0")).join("  ");
  return wrap(text, options).map((line) => options.style.dim(line.replaceAll("\u00a0", " ").trimStart()));
}

function section(
  group: Group,
  { parts: all }: ContextUsage,
  options: ContextLinesOptions,
): readonly string[] {
  const about = aboutSign(options);
  const parts = all.filter((part) => part.group === group);
  if (parts.length === 0) return [];
  const shown = parts.slice(0, maxBars);
  const rest = parts.slice(maxBars);
  const bars = shown.map((part) => ({
    ...{ label: labelOf(part), value: part.tokens, text: `${about} ${amount(part.tokens)}` },
  }));
  const left = `${options.ascii ? "..." : "…"} and ${rest.length} more, ${about} ${amount(sumOf(rest, group))}`;
  return [
    "",
    options.style.bold(fit(`${groups[group]}: ${about} ${amount(sumOf(parts, group))}`, options.columns)),
    ...barChart(bars, options),
    ...(rest.length === 0 ? [] : [options.style.dim(fit(left, options.columns))]),
  ];
}

function labelOf({ group, kind, name }: ContextPart): string {
  if (kind === "result") return `results of ${name}`;
  return group === "messages" ? (kinds[kind] ?? name) : name;
}

function sumOf(parts: readonly ContextPart[], group: Group): number {
  return parts.reduce((sum, part) => sum + (part.group === group ? part.tokens : 0), 0);
}

function aboutSign({ ascii }: ChartOptions): string {
  return ascii ? "~" : "≈";
}
