/** The scanner for skills, for those who do not need the rest of the package. */
export { auditSkill } from "./audit-skill.ts";
export type { AskSkillAuditor } from "./audit-skill.ts";
export type { SkillFinding, SkillRisk, SkillSeverity } from "./finding.ts";
export { scanSkill } from "./scan-skill.ts";
export type { ScanSkillOptions, SkillScan, SkillTrust, SkillVerdict } from "./scan-skill.ts";
export type { DeclaredSize, PackageFile, PackageLink, SkillPackage } from "./skill-package.ts";
export { textOf } from "./skill-package.ts";
export { toSarif } from "./to-sarif.ts";
