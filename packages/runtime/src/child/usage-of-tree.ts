import { addUsage, noUsage } from "@hermes/models";
import type { Usage } from "@hermes/models";
import type { State } from "@hermes/state";

/** All that models were asked for a session and for those that work for it. */
export function usageOfTree({ usage }: State, sessionId: string): Usage {
  const sums = usage.sums({ by: "model", sessionId, tree: true });
  const { costUsd, ...sum } = sums.map((each) => each.usage).reduce(addUsage, noUsage);
  // A sum leaves out what has no price.
  const isPriced = costUsd !== undefined && sums.every(({ callsWithoutPrice }) => callsWithoutPrice === 0);
  return isPriced ? { ...sum, costUsd } : sum;
}
