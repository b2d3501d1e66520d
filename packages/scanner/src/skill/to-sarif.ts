import { createHash } from "node:crypto";
import type { SkillFinding, SkillSeverity } from "./finding.ts";
import type { SkillScan } from "./scan-skill.ts";

/** A scan as SARIF 2.1.0, for code hosts and editors. Paths are relative to the skill's folder. */
export function toSarif(
  scan: SkillScan,
  options: { readonly skill: string; readonly version?: string | undefined },
): object {
  // Findings come worst first, so a rule is described by its worst one.
  const rules = scan.findings.filter(
    ({ rule }, index, all) => all.findIndex((other) => other.rule === rule) === index,
  );
  const ids = rules.map(({ rule }) => rule);
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "hermes-skill-scan",
            ...(options.version !== undefined && { version: options.version }),
            fullDescription: { text: scan.notice },
            rules: rules.map(({ rule, message, risk, severity }) => ({
              id: rule,
              shortDescription: { text: message },
              defaultConfiguration: { level: levels[severity] },
              properties: { tags: ["security", risk], "security-severity": scores[severity] },
            })),
          },
        },
        properties: { skill: options.skill, decision: scan.decision },
        results: scan.findings.map((finding) => toResult(finding, ids.indexOf(finding.rule))),
      },
    ],
  };
}

const levels: Readonly<Record<SkillSeverity, "error" | "warning" | "note">> = {
  critical: "error",
  high: "error",
  medium: "warning",
  low: "note",
};

/** What code hosts sort by, from 0 to 10. */
const scores: Readonly<Record<SkillSeverity, string>> = {
  critical: "9.5",
  high: "8.0",
  medium: "5.0",
  low: "2.0",
};

function toResult({ rule, severity, file, line, message, excerpt }: SkillFinding, ruleIndex: number): object {
  return {
    ruleId: rule,
    ruleIndex,
    level: levels[severity],
    message: { text: excerpt === "" ? message : `${message} (${excerpt})` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: file.split("/").map(encodePart).join("/") },
          region: { startLine: Math.max(1, line) },
        },
      },
    ],
    // The same finding on another line is the same finding.
    partialFingerprints: {
      "skillFinding/v1": createHash("sha256")
        .update([rule, file, excerpt].join("\0"))
        .digest("hex")
        .slice(0, 32),
    },
    properties: { severity },
  };
}

/** Half a pair of surrogates has no encoding. */
function encodePart(part: string): string {
  return encodeURIComponent(part.replaceAll(/\p{Surrogate}/gu, "\uFFFD"));
}
