import type { SkillRisk, SkillSeverity } from "../finding.ts";
import type { Span } from "../read-spans.ts";
import type { Concept } from "./concepts.ts";

/** An order to the agent: concepts that meet in one sentence, whatever its words and their order. */
export interface SpeechRule {
  readonly id: string;
  readonly risk: SkillRisk;
  readonly severity: SkillSeverity;
  readonly message: string;
  readonly all: readonly Concept[];
  /** How many characters apart they may begin. @default 160 */
  readonly reach?: number | undefined;
  /** What the sentence must also hold. */
  readonly also?: RegExp | undefined;
  /** Ordinary where the sentence holds this. */
  readonly unless?: RegExp | undefined;
  /** Ordinary where the paragraph holds this. */
  readonly nearby?: RegExp | undefined;
  /** The order may be given in two sentences. */
  readonly inTwo?: boolean | undefined;
  /** The concept that a "never" before it turns around; without it the negation is a part of the order. */
  readonly act?: Concept | undefined;
  readonly kinds?: readonly Span["kind"][] | undefined;
  readonly purpose?: RegExp | undefined;
}
