/** Looks for prompt injection, hidden text and harmful code in texts and skills of others. */
export type { TextSurface } from "./rule.ts";
export { maskText, scanText } from "./scan-text.ts";
export type { ScanTextOptions, TextFinding, TextScan, TextSpan } from "./scan-text.ts";
export { auditSkill } from "./skill/audit-skill.ts";
export type { AskSkillAuditor } from "./skill/audit-skill.ts";
export type { SkillFinding, SkillRisk, SkillSeverity } from "./skill/finding.ts";
export { scanSkill } from "./skill/scan-skill.ts";
export type { ScanSkillOptions, SkillScan, SkillTrust, SkillVerdict } from "./skill/scan-skill.ts";
export { textOf } from "./skill/skill-package.ts";
export type { DeclaredSize, PackageFile, PackageLink, SkillPackage } from "./skill/skill-package.ts";
export { toSarif } from "./skill/to-sarif.ts";
