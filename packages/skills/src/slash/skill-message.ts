import type { SkillView } from "../library/open-skills.ts";

/** `/name` of a skill: lower case, and hyphens for what a command can't hold. Empty when nothing remains. */
export function skillCommandName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[\s_.]+/g, "-")
    .replace(/[^a-z0-9-]/g, "")
    .replace(/-{2,}/g, "-")
    .replace(/^-|-$/g, "");
}

/**
 * The user message that `/name args` enters: what the person asks for, the skill's text and where its files are. It is a
 * message like any other, so that the prompt before it stays as it is.
 *
 * @param views One skill, or those of a bundle in their order.
 */
export function skillMessage(views: readonly SkillView[], args: string): string {
  const names = views.map(({ skill }) => `"${skill.name}"`).join(", ");
  const task = args.trim();
  const ask = task === "" ? "Ask what it should be used for if that isn't clear." : `The task: ${task}`;
  return [
    `Use the skill${views.length === 1 ? "" : "s"} ${names} for this. ${ask}`,
    ...views.map(partOf),
  ].join("\n\n");
}

function partOf({ skill, content, files }: SkillView): string {
  const list =
    files.length === 0
      ? ""
      : `\nSupporting files (read them with skill_view when the text names them): ${files.join(", ")}`;
  return `--- skill ${skill.name} ---\n${content ?? ""}\n--- end of skill ${skill.name} ---\nFolder: ${skill.folder}${list}`;
}

/** The person's own words in a message made by `skillMessage`; undefined when it is none, or holds none. */
export function taskOfSkillMessage(message: string): string | undefined {
  return /^Use the skills? "[^\n]*" for this\. The task: ([^]*?)\n\n--- skill /.exec(message)?.[1];
}
