import { excerptOf } from "../excerpt.ts";
import { matchRules } from "../match-rules.ts";
import type { RuleMatch } from "../match-rules.ts";
import type { RuleSeverity } from "../rule.ts";
import { sortFindings } from "./finding.ts";
import type { SkillFinding, SkillRisk, SkillSeverity } from "./finding.ts";
import { maxFileBytes, structureFindings } from "./package-structure.ts";
import { kindOf, textOf } from "./skill-package.ts";
import type { PackageFile, SkillPackage } from "./skill-package.ts";

/** How much the source of a skill is trusted before anything of it was read. */
export type SkillTrust = "builtin" | "trusted" | "community" | "agent";

export type SkillVerdict = "allow" | "review" | "block";

export interface ScanSkillOptions {
  /** @default "community" */
  readonly trust?: SkillTrust | undefined;
}

export interface SkillScan {
  /** `review`: a person looks at the findings and confirms. `block`: it is not taken. */
  readonly decision: SkillVerdict;
  /** Worst first. */
  readonly findings: readonly SkillFinding[];
  /** What this scan is and isn't, for whoever shows its result. */
  readonly notice: string;
}

const notice =
  "This is a scanner: it knows kinds of harm, not intentions. A skill without findings can still do harm; its scripts run under the permissions of the conversation.";

/**
 * Reads every file of a skill for hidden text, prompt injection and harmful code, and looks at what kinds of files it is made
 * of. Static: nothing is run, nothing is fetched.
 */
export function scanSkill(skill: SkillPackage, options: ScanSkillOptions = {}): SkillScan {
  const findings = sortFindings([...structureFindings(skill), ...skill.files.flatMap(fileFindings)]);
  return { decision: decide(findings, options.trust ?? "community"), findings, notice };
}

/**
 * What is certain blocks; what is likely is for a person to look at. A trusted publisher is asked about nothing, and what
 * comes with Hermes was read before it was shipped.
 */
export function decide(findings: readonly SkillFinding[], trust: SkillTrust): SkillVerdict {
  if (trust === "builtin") return "allow";
  if (findings.some(({ severity }) => severity === "critical")) return "block";
  if (trust === "trusted") return "allow";
  return findings.some(({ severity }) => severity === "high") ? "review" : "allow";
}

function fileFindings(file: PackageFile): readonly SkillFinding[] {
  // That a file is longer is a finding of its own.
  const text = textOf(file)?.slice(0, maxFileBytes);
  if (text === undefined) return [];
  const kind = kindOf(file);
  const isProgram = kind === "script" || kind === "manifest";
  return matchRules(text, { surface: "skill", isProgram }).map((match) => toFinding(file.path, text, match));
}

const severities: Readonly<Record<RuleSeverity, SkillSeverity>> = {
  note: "low",
  ask: "high",
  block: "critical",
};

const disguises = {
  markup: " A rendered page doesn't show it.",
  spelling: " It is spelled so that it can't be seen.",
  encoding: " It is encoded.",
} as const;

function toFinding(file: string, text: string, match: RuleMatch): SkillFinding {
  const { rule, severity, start, end, line, hidden } = match;
  return {
    rule: rule.id,
    // The first part of every rule's id is a risk, which a test holds.
    risk: rule.id.split(".", 1)[0] as SkillRisk,
    severity: severities[severity],
    file,
    line,
    message: `${rule.sentence}${hidden === undefined ? "" : disguises[hidden]}`,
    excerpt: excerptOf(text.slice(start, end)),
  };
}
