export type SkillSeverity = "critical" | "high" | "medium" | "low";

/** The first part of a rule's id. */
export type SkillRisk =
  | "exfiltration"
  | "injection"
  | "destruction"
  | "persistence"
  | "network"
  | "obfuscation"
  | "traversal"
  | "mining"
  | "supply-chain"
  | "privilege"
  | "credentials"
  | "hidden-text"
  | "structure";

/** One thing that speaks against a skill. */
export interface SkillFinding {
  /** Stable, such as `exfiltration.environment`. */
  readonly rule: string;
  readonly risk: SkillRisk;
  readonly severity: SkillSeverity;
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** What it does, as a sentence. */
  readonly message: string;
  /** The text that shows it, on one line, at most 120 characters. */
  readonly excerpt: string;
}

const order: readonly SkillSeverity[] = ["low", "medium", "high", "critical"];

/** Worst first, then by place; the same rule once per place. */
export function sortFindings(findings: readonly SkillFinding[]): readonly SkillFinding[] {
  const seen = new Set<string>();
  return findings
    .toSorted(
      (a, b) =>
        order.indexOf(b.severity) - order.indexOf(a.severity) ||
        a.file.localeCompare(b.file) ||
        a.line - b.line ||
        a.rule.localeCompare(b.rule),
    )
    .filter(({ rule, file, line }) => {
      const key = `${rule}\0${file}\0${line}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}
