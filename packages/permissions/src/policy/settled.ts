import type { ToolContext, Verdict } from "@hermes/registry";
import type { Staging } from "../staging/stager.ts";
import type { Outcome } from "./audit-port.ts";
import type { Decision } from "./decide.ts";
import type { Mode } from "./mode.ts";

/** What came of a call at the guard. */
export interface Settled extends Outcome {
  readonly verdict: Verdict;
}

/** Makes a trial run real; what was written down before that is that the call starts. */
export async function commit(staged: Staging | undefined, context: ToolContext): Promise<object | undefined> {
  if (staged === undefined) return undefined;
  await startOrDiscard(staged, context);
  return await staged.commit();
}

/** A trial run of which nobody could note that it starts is thrown away. */
export async function startOrDiscard(staged: Staging, { onStart }: ToolContext): Promise<void> {
  try {
    await onStart?.();
  } catch (error) {
    await staged.discard();
    throw error;
  }
}

export function allowed(outcome: Omit<Outcome, "allowed">, result?: object): Settled {
  return { ...outcome, allowed: true, verdict: { allow: true, result } };
}

export function denied({
  advice,
  ...outcome
}: Omit<Outcome, "allowed"> & { readonly advice: string }): Settled {
  return {
    ...outcome,
    allowed: false,
    verdict: { allow: false, reason: `Not done. ${outcome.reason} ${advice}` },
  };
}

export function deciderOf({ by, rule, open }: Decision, mode: Mode): string {
  if (by === "hard-limit") return `hard limit ${open[0]?.id ?? ""}`;
  if (rule !== undefined) return `rule ${rule.text} (${rule.source})`;
  return by === "mode" ? `mode ${mode}` : by;
}
