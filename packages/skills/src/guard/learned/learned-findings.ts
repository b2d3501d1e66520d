import { excerptOf } from "../finding.ts";
import type { SkillFinding } from "../finding.ts";
import type { Span } from "../read-spans.ts";
import { isCode, piecesOf } from "./pieces.ts";
import { heaviestOf } from "./weigh.ts";

/** Chosen on packages that the weights were not learned from: about two in a hundred honest ones are above it. */
const leastWeight = 1.35;

/**
 * For a person to look at what reads like hostile skills do, though no rule knows it. Never more than that: what was learned
 * from examples is a likeness and no proof.
 */
export function learnedFindings(spans: readonly Span[], skillName: string): readonly SkillFinding[] {
  const heaviest = heaviestOf(piecesOf(spans), skillName);
  if (heaviest === undefined || heaviest.weight < leastWeight) return [];
  const { piece, because } = heaviest;
  return [
    {
      rule: isCode(piece.kind) ? "learned.code" : "learned.words",
      risk: "likeness",
      severity: "high",
      file: piece.file,
      line: piece.line,
      message: `Reads like what hostile skills hold, by ${because.map((word) => `"${word}"`).join(", ")}; no rule knows it.`,
      excerpt: excerptOf(piece.text),
    },
  ];
}
