import type { SkillFinding, SkillSeverity } from "./finding.ts";
import type { SkillScan } from "./scan-skill.ts";

/** A scan as SARIF 2.1.0, for code hosts and editors. Paths are relative to the skill's folder. */
export function toSarif(
  scan: SkillScan,
  options: { readonly skill: string; readonly version?: string | undefined },
): object {
  const rules = [...new Map(scan.findings.map((finding) => [finding.rule, finding])).values()];
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
            rules: rules.map(({ rule, message, risk }) => ({
              id: rule,
              shortDescription: { text: message },
              properties: { tags: ["security", risk] },
            })),
          },
        },
        properties: { skill: options.skill, decision: scan.decision },
        results: scan.findings.map(toResult),
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

function toResult({ rule, severity, file, line, message, excerpt }: SkillFinding): object {
  return {
    ruleId: rule,
    level: levels[severity],
    message: { text: excerpt === "" ? message : `${message} (${excerpt})` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeURI(file) },
          region: { startLine: Math.max(1, line) },
        },
      },
    ],
    properties: { severity },
  };
}
