import type { SpendAmount, SpendRefusal, SpendScope } from "./spend-ledger.ts";

/** What a person is told once about a budget. */
export type BudgetWarning =
  /** Most of it is used. */
  | ({ readonly code: "BUDGET_NEARLY_USED" } & SpendRefusal)
  /** A cap of money, which can't hold for a model without a known price. */
  | { readonly code: "BUDGET_UNPRICED"; readonly model: string };

/** Whose budget a scope is, for people and models. */
export const ownerTexts: Readonly<Record<SpendScope, string>> = {
  request: "one request",
  turn: "this turn",
  session: "this session",
  tree: "this session and those that it started",
  job: "this run",
  day: "this day",
};

/** An amount with its unit; of money at least two digits, and of little money more. */
export function amountText(unit: keyof SpendAmount, amount: number): string {
  if (unit === "usd") return `$${amount.toFixed(amount > 0 && amount < 0.1 ? 4 : 2)}`;
  const count = Math.round(amount).toLocaleString("en-US");
  return `${count} ${unit === "tokens" ? "tokens" : amount === 1 ? "request" : "requests"}`;
}

/** `$0.42 of $5.00`, `3 of 4 requests`. */
export function partText(unit: keyof SpendAmount, part: number, whole: number): string {
  const shown = unit === "usd" ? amountText(unit, part) : Math.round(part).toLocaleString("en-US");
  return `${shown} of ${amountText(unit, whole)}`;
}

/** For the person. */
export function warningText(warning: BudgetWarning): string {
  if (warning.code === "BUDGET_UNPRICED")
    return `The price of ${warning.model} is not known: a budget in money does not stop it, one in tokens does. Give its price to hold it to one in money.`;
  const { scope, unit, cap, spent } = warning;
  const share = cap === 0 ? 100 : Math.min(100, Math.floor((spent / cap) * 100));
  return `${share} % of the budget for ${ownerTexts[scope]} is used: ${partText(unit, spent, cap)}.`;
}

/** For the model. */
export function budgetNote({ scope, unit, cap, spent }: SpendRefusal): string {
  return `The budget for ${ownerTexts[scope]} is nearly used: ${partText(unit, Math.max(0, cap - spent), cap)} left. Finish what matters most, and say what is left to do.`;
}
