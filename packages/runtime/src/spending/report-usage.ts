import { isGone } from "@hermes/agent-loop";
import type { SpendAmount, SpendCaps, LedgerScope } from "@hermes/agent-loop";
import type { BudgetUse, UsageReport } from "@hermes/agent-loop/controller";
import type { OpenReservation, SpendSum, State } from "@hermes/state";
import { totalsOf } from "./usage-totals.ts";

/** What is reported, and against which budgets. */
export interface UsageQuestion {
  /** Absent: all sessions. */
  readonly sessionId?: string | undefined;
  readonly job?: string | undefined;
  readonly caps: SpendCaps;
  /** Milliseconds since 1970. Absent: from the beginning. */
  readonly from?: number | undefined;
  /** Milliseconds since 1970: whose day it is. */
  readonly at: number;
}

/** What was used, by the calls that were recorded, and what the ledger has of it against the budgets. */
export function reportUsage(
  { usage, spending }: Pick<State, "usage" | "spending">,
  { sessionId, job, caps, from, at }: UsageQuestion,
): UsageReport {
  const names = spending.scopesOf({ sessionId, job }, at);
  const sums = spending.spent(sessionId, at, job);
  const alive = spending.open().filter(({ owner }) => owner === undefined || !isGone(owner));
  const counted = (["session", "tree", "job", "day"] as const).flatMap((scope) => {
    const name = names[scope];
    return name === undefined ? [] : [useOf(scope, caps[scope], { name, sum: sums[scope], alive })];
  });
  const each = (["request", "turn"] as const).flatMap((scope): readonly BudgetUse[] => {
    const cap = caps[scope];
    return cap === undefined ? [] : [{ scope, caps: cap, left: cap }];
  });
  return { ...totalsOf(usage.sums({ by: "model", sessionId, from })), budgets: [...counted, ...each] };
}

function useOf(
  scope: LedgerScope,
  caps: Partial<SpendAmount> = {},
  {
    name,
    sum: { reserved, settled },
    alive,
  }: { readonly name: string; readonly sum: SpendSum; readonly alive: readonly OpenReservation[] },
): BudgetUse {
  const own = alive.filter(({ scopes }) => scopes.includes(name));
  const amount = (of: (unit: keyof SpendAmount) => number): SpendAmount => ({
    tokens: of("tokens"),
    usd: Math.round(of("usd") * 1e9) / 1e9,
    requests: of("requests"),
  });
  const underWay = amount((unit) => own.reduce((sum, each) => sum + each.amount[unit], 0));
  const left = Object.entries(caps).flatMap(([unit, cap]) => {
    // The units of an amount are its keys.
    const key = unit as keyof SpendAmount;
    return cap === undefined ? [] : [[unit, Math.max(0, cap - settled[key] - reserved[key])] as const];
  });
  return {
    scope,
    spent: settled,
    underWay,
    lost: amount((unit) => Math.max(0, reserved[unit] - underWay[unit])),
    caps,
    left: Object.fromEntries(left),
  };
}
