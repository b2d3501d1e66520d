import { amountText, partText } from "../spending/budget-text.ts";
import type { SpendAmount, SpendScope } from "../spending/spend-ledger.ts";

/** Sums over calls of models. */
export interface UsageTotals {
  readonly calls: number;
  /** `input` has those of the cache in it. */
  readonly tokens: { readonly input: number; readonly output: number; readonly cacheRead: number };
  /** Over the calls that have a price. */
  readonly costUsd: number;
  readonly callsWithoutPrice: number;
  /** Calls whose tokens are an estimate, because the answer was cut. */
  readonly estimatedCalls: number;
}

/** What was spent of one budget, and what is left of it. */
export interface BudgetUse {
  readonly scope: SpendScope;
  /** Absent for `request` and `turn`, of which each has its own. */
  readonly spent?: SpendAmount | undefined;
  /** Reserved by requests that are under way. */
  readonly underWay?: SpendAmount | undefined;
  /** Reserved by processes that died: it counts as spent, and nobody knows what the provider charged. */
  readonly lost?: SpendAmount | undefined;
  readonly caps: Partial<SpendAmount>;
  /** Of the units that have a cap. */
  readonly left: Partial<SpendAmount>;
}

/** What a session, a day or a range of days used. */
export interface UsageReport extends UsageTotals {
  readonly budgets: readonly BudgetUse[];
}

const units = ["usd", "tokens", "requests"] as const;

/** Tokens and cost, in two lines. */
export function totalLines(totals: UsageTotals): readonly string[] {
  const { calls, tokens, costUsd, callsWithoutPrice, estimatedCalls } = totals;
  const cached = tokens.cacheRead === 0 ? "" : ` (${count(tokens.cacheRead)} from the cache)`;
  const remarks = [
    ...(callsWithoutPrice === 0 ? [] : [`${callsText(callsWithoutPrice)} without a known price`]),
    ...(estimatedCalls === 0 ? [] : [`${callsText(estimatedCalls)} estimated, whose answer was cut`]),
  ];
  const cost = callsWithoutPrice === calls && costUsd === 0 ? "not known" : amountText("usd", costUsd);
  return [
    `${count(tokens.input)} tokens in${cached}, ${count(tokens.output)} out, ${callsText(calls)} of models`,
    `Cost: ${[cost, ...remarks].join(", ")}`,
  ];
}

/** One line for each cap, and one for what dead processes left behind. */
export function budgetLines(budgets: readonly BudgetUse[]): readonly string[] {
  return budgets.flatMap((budget) => [
    ...units.flatMap((unit) => capLine(budget, unit)),
    ...lostLine(budget),
  ]);
}

function capLine({ scope, caps, left, spent }: BudgetUse, unit: keyof SpendAmount): readonly string[] {
  const cap = caps[unit];
  if (cap === undefined) return [];
  return spent === undefined
    ? [`Budget ${scope}: at most ${amountText(unit, cap)} each`]
    : [`Budget ${scope}: ${partText(unit, left[unit] ?? 0, cap)} left`];
}

function lostLine({ scope, lost }: BudgetUse): readonly string[] {
  if (lost === undefined || lost.requests === 0) return [];
  const usd = lost.usd === 0 ? "" : `${amountText("usd", lost.usd)} or `;
  return [`Reserved by processes that died (${scope}): up to ${usd}${amountText("tokens", lost.tokens)}`];
}

function callsText(number: number): string {
  return `${count(number)} ${number === 1 ? "call" : "calls"}`;
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}
