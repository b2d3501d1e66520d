import type { CallWall, ToolContext } from "@hermes/registry";
import type { UntrustedAssessment } from "../untrusted/assess-untrusted.ts";
import { callWallOf } from "./behind-wall.ts";
import type { Decision } from "./decide.ts";
import type { RuleBook } from "./rule-store.ts";
import type { GuardOutcome } from "./guard-outcome.ts";
import type { CallAnalysis } from "./call-analysis.ts";

/** A call with its analysis, the rules that apply, and the decision. */
export interface CallAssessment {
  readonly analysis: CallAnalysis;
  readonly book: RuleBook;
  readonly decision: Decision;
  readonly untrusted: UntrustedAssessment;
  /** Whether the names of its addresses were looked up; see `mayLookUp`. */
  readonly isLookedUp: boolean;
}

/** What holds the processes of a call that is allowed. Undefined where no wall does, and where it has run already. */
export function wallOf(
  { analysis: { behind } }: Pick<CallAssessment, "analysis">,
  { allowed, byMode = false, verdict }: Pick<GuardOutcome, "allowed" | "byMode" | "verdict">,
  { approve }: Pick<ToolContext, "approve">,
): CallWall | undefined {
  if (behind === undefined || !allowed || (verdict.allow && verdict.result !== undefined)) return undefined;
  return callWallOf(behind, byMode && approve === undefined);
}
