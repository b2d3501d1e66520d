import type { SkillRisk, SkillSeverity } from "../finding.ts";
import type { Span } from "../read-spans.ts";

/** One thing to look for. The pattern finds it; the fields say where it is an alarm and where it is ordinary. */
export interface SkillRule {
  readonly id: string;
  readonly risk: SkillRisk;
  readonly severity: SkillSeverity;
  /** What it does, as a sentence without a subject. */
  readonly message: string;
  readonly pattern: RegExp;
  /** Where it is looked for. @default everywhere */
  readonly kinds?: readonly Span["kind"][] | undefined;
  /** Ordinary where the line or the sentence holds this. */
  readonly unless?: RegExp | undefined;
  /** A skill that says it is for this does it honestly: the finding becomes a low one. */
  readonly purpose?: RegExp | undefined;
  /** A match that begins with a negation is an order all the same: "do not tell the user". */
  readonly whateverStance?: boolean | undefined;
}

/** Where commands and programs stand. */
export const codeKinds: readonly Span["kind"][] = ["command", "block", "script", "data", "hidden"];
/** Where sentences stand, those in comments and texts of programs included. */
export const proseKinds: readonly Span["kind"][] = [
  "description",
  "prose",
  "hidden",
  "data",
  "script",
  "block",
];
