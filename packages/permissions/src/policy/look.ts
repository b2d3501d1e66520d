import type { CallWall, ToolContext } from "@hermes/registry";
import type { UntrustedLook } from "../untrusted/judge-untrusted.ts";
import { callWallOf } from "./behind-wall.ts";
import type { Decision } from "./decide.ts";
import type { RuleBook } from "./rule-store.ts";
import type { Settled } from "./settled.ts";
import type { Subject } from "./subject.ts";

/** A call with what is known about it now. */
export interface Look {
  readonly subject: Subject;
  readonly book: RuleBook;
  readonly decision: Decision;
  readonly untrusted: UntrustedLook;
}

/** What holds the processes of a call that is allowed. Undefined where no wall does, and where it has run already. */
export function wallOf(
  { subject: { behind } }: Pick<Look, "subject">,
  { allowed, byMode = false, verdict }: Pick<Settled, "allowed" | "byMode" | "verdict">,
  { approve }: Pick<ToolContext, "approve">,
): CallWall | undefined {
  if (behind === undefined || !allowed || (verdict.allow && verdict.result !== undefined)) return undefined;
  return callWallOf(behind, byMode && approve === undefined);
}
