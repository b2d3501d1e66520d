import type { Answered } from "@hermes/registry/approvals";
import type { ToolContext, Verdict } from "@hermes/registry";
import type { Staging } from "../staging/stager.ts";
import { personOf } from "./approval-draft.ts";
import type { Outcome } from "./audit-port.ts";
import type { Decision } from "./decide.ts";
import type { Mode } from "./mode.ts";
import { adviceWithout, noMeans, refusalWords } from "./refusal.ts";

/** How the guard ended a call: the verdict for the registry and the entry for the audit. */
export interface GuardOutcome extends Outcome {
  readonly verdict: Verdict;
  /** Nothing is decided: it waits for an answer. */
  readonly awaiting?: boolean | undefined;
  /** Neither a person nor a rule has allowed it, but a mode or its model. */
  readonly byMode?: boolean | undefined;
}

export const changedMeanwhile = "What this call would touch or run is no longer what was shown.";

export function awaiting(id: string, reason: string): GuardOutcome {
  const verdict = {
    allow: false,
    reason: `Not done yet: it waits for a person. ${reason}`,
    awaiting: id,
  } as const;
  return { allowed: false, decidedBy: "nobody", reason, verdict, awaiting: true };
}

export function notPermitted(asked: Answered, decision: Decision, context: ToolContext): GuardOutcome {
  const { reason } = decision;
  if (asked.by === "nobody")
    return denied({ decidedBy: "nobody", reason, advice: adviceWithout(decision, asked.reason) });
  const why = asked.answer.approved ? "" : ` ${asked.answer.reason}`;
  return denied({
    decidedBy: personOf(asked, context),
    reason,
    advice: `It was not permitted:${why} ${noMeans}`,
  });
}

export function changedSince(changed: string): GuardOutcome {
  return denied({
    decidedBy: "changed",
    reason: `${changed} It has changed since it was approved.`,
    advice: "Look at what is there now before you try again.",
  });
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

export function allowed(
  outcome: Omit<Outcome, "allowed"> & Pick<GuardOutcome, "byMode">,
  result?: object,
): GuardOutcome {
  return { ...outcome, allowed: true, verdict: { allow: true, result } };
}

export function denied({
  advice,
  planned,
  ...outcome
}: Omit<Outcome, "allowed"> & {
  readonly advice: string;
  readonly planned?: true | undefined;
}): GuardOutcome {
  const refusal = { allow: false, reason: refusalWords(outcome.reason, advice) } as const;
  return { ...outcome, allowed: false, verdict: planned ? { ...refusal, planned } : refusal };
}

/** By whom it was decided, as the audit names it. */
export function deciderOf({ by, rule, open }: Decision, mode: Mode): string {
  if (by === "hard-limit") return `hard limit ${open[0]?.id ?? ""}`;
  if (rule !== undefined) return `rule ${rule.text} (${rule.source})`;
  return by === "mode" ? `mode ${mode}` : by;
}
