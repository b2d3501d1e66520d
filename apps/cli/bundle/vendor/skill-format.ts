export * from "@hermes/skills/format";
export { readAndValidate } from "../../../../packages/skills/src/format/validate-skill.ts";
