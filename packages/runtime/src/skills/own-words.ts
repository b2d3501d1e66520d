import { taskOfSkillMessage } from "@hermes/skills";

/** What the person said themselves: of a skill that was entered by a slash, the task alone. */
export function ownWordsOf(message: string): string {
  const isSkill = /^Use the skills? "[^\n]*" for this\. [^]*?\n\n--- skill /.test(message);
  return isSkill ? (taskOfSkillMessage(message) ?? "") : message;
}
