/** The written format of skills, for those who read or check a SKILL.md themselves. Brings the YAML parser along. */
export { parseSkill } from "./parse-skill.ts";
export type { ParsedSkill } from "./parse-skill.ts";
export type { RequiredVariable, SkillConditions, SkillFields } from "./skill-fields.ts";
export { formatSkillProblem } from "./skill-problem.ts";
export type { SkillProblem } from "./skill-problem.ts";
export { readAndValidate, validateSkill } from "./validate-skill.ts";
export type { ValidateSkillOptions } from "./validate-skill.ts";
