import { isSkillMessage, taskOfSkillMessage } from "@hermes/skills";

/** What the person said themselves: of a skill that was entered by a slash, the task alone. */
export function ownWordsOf(message: string): string {
  return isSkillMessage(message) ? (taskOfSkillMessage(message) ?? "") : message;
}
