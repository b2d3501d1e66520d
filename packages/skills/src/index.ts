/** Find, read, vet and offer folders with a SKILL.md. */
export type { RequiredVariable, SkillConditions, SkillFields } from "./format/skill-fields.ts";
export { formatSkillProblem } from "./format/skill-problem.ts";
export type { SkillProblem } from "./format/skill-problem.ts";
export { findSkillFiles } from "./library/find-skill-files.ts";
export type { SkillFile } from "./library/find-skill-files.ts";
export { bestMatches } from "./library/search-skills.ts";
export { openSkills } from "./library/open-skills.ts";
export type {
  FoundSkill,
  ListedSkill,
  ListSkillsOptions,
  OpenSkillsOptions,
  SkillLibrary,
  SkillView,
} from "./library/open-skills.ts";
export type { SkillFolders } from "./library/skill-folders.ts";
export { readHubLock } from "./library/skill-origins.ts";
export type { HubEntry } from "./library/skill-origins.ts";
export type { Skill, SkillOrigin } from "./library/skill.ts";
export type { SkillEnvironment } from "./library/skill-environment.ts";
export type { VetSkill } from "./library/vet-skills.ts";
export { reviewSkills } from "./usage/review-skills.ts";
export type { ReviewSkillsOptions, SkillAdvice } from "./usage/review-skills.ts";
export { checkScriptOf } from "./usage/run-skill-check.ts";
export type { RunSkillCheck, SkillCheckResult, SkillToCheck } from "./usage/run-skill-check.ts";
export { summarizeUse } from "./usage/skill-use.ts";
export type { SkillUse, SkillUseEvent, SkillUseSum, SkillUseSummary } from "./usage/skill-use.ts";
export type { SkillStanding } from "./usage/standing.ts";
export { fileSkillUse } from "./usage/use-file.ts";
export type { FileSkillUseOptions } from "./usage/use-file.ts";
export { readSkillPackage } from "./editing/read-skill-package.ts";
export type { RefusedChange, SkillChange, SkillChangeOutcome } from "./editing/skill-change.ts";
export type { RewrittenSkill, SkillRewrite } from "./editing/rewrite-skill.ts";
export { createSkillEditor } from "./editing/skill-editor.ts";
export type { SkillEditor } from "./editing/skill-editor.ts";
export type { ScanSkillPort, SkillEditorOptions } from "./editing/skill-editor-options.ts";
export { skillsPrompt } from "./prompt/skills-prompt.ts";
export type { SkillsPromptOptions } from "./prompt/skills-prompt.ts";
export { readManifest } from "./seed/bundled-manifest.ts";
export type { BundledManifest } from "./seed/bundled-manifest.ts";
export { seedSkills } from "./seed/seed-skills.ts";
export type { SeedReport } from "./seed/sync-skills.ts";
export type { SeedSkillsOptions } from "./seed/seed-skills.ts";
export { readSkillBundles } from "./slash/skill-bundles.ts";
export type { SkillBundle, SkillBundles } from "./slash/skill-bundles.ts";
export { skillCommandName, skillMessage } from "./slash/skill-message.ts";
export type { SkillMessage, SkillMessageOptions } from "./slash/skill-message.ts";
export { skillsTools } from "./tools/skills-tools.ts";
export type { SkillsToolsOptions } from "./tools/skills-tools.ts";
