import type { SkillFinding } from "./finding.ts";
import { decide, scanSkill } from "./scan-skill.ts";
import type { ScanSkillOptions, SkillScan } from "./scan-skill.ts";
import type { SkillPackage } from "./skill-package.ts";

/**
 * Asks a model what it makes of a skill. Must answer with findings alone: what it says can add to the scan, never take away
 * from it, because the text that it reads may be written to persuade it.
 */
export type AskSkillAuditor = (
  skill: SkillPackage,
  scan: SkillScan,
  options: { readonly signal: AbortSignal },
) => Promise<readonly SkillFinding[]>;

/** The scan, and a model's findings on top of it. A model that fails leaves the scan as it is, with a note. */
export async function auditSkill(
  skill: SkillPackage,
  options: ScanSkillOptions & { readonly ask: AskSkillAuditor; readonly signal: AbortSignal },
): Promise<SkillScan> {
  const scan = scanSkill(skill, options);
  try {
    const findings = [...scan.findings, ...(await options.ask(skill, scan, { signal: options.signal }))];
    return { ...scan, findings, decision: decide(findings, options.trust ?? "community") };
  } catch (error) {
    options.signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    return { ...scan, notice: `${scan.notice} The audit by a model failed: ${reason}` };
  }
}
