import { defineTool, toolError } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import { z } from "zod";
import type { SkillChange, SkillChangeOutcome } from "../manage/skill-change.ts";
import type { SkillEditor } from "../manage/skill-editor.ts";

const description = `Keep what you learned about how to do something as a skill, and keep skills right. Changes take effect for sessions that start later.

When: after work that was difficult, that comes again, or that the person corrected; when a skill you followed was wrong, incomplete or outdated, patch it at once. Not for simple or one-off tasks, not for facts (memory holds those), not when the person is in a hurry.
How: when such a task is done, ask in one sentence how the result was. If it was good and worth keeping, offer to save it as a skill, with the choices: yes; yes, but let me review it first; no. Never create one without that answer. "Review it first": call create with preview: true, show the SKILL.md, and write it when they agree. Look with skills_list first: patching a skill that is near is better than a second one.
A good skill says: the trigger (in the description: what it does and when to use it), numbered steps with exact commands, pitfalls that were met, and how to verify the result. Short, general (no names, paths or values of this one task), without keys or passwords. Where the result can be tested by a program, add scripts/check.sh (exit code 0: good); it runs in a sandbox whenever the skill is saved.

Actions: create (content is the whole SKILL.md) · patch (old_string → new_string, for small changes) · edit (content replaces SKILL.md) · write_file, remove_file (below references/, templates/, scripts/ or assets/) · delete (absorbed_into: the skill that now holds it). Only skills of the person's own folder can be changed.`;

const input = z.object({
  action: z.enum(["create", "patch", "edit", "delete", "write_file", "remove_file"]),
  name: z.string().describe("Lower-case letters, digits and hyphens, at most 64."),
  content: z.string().optional().describe("For create and edit: the whole SKILL.md, front matter first."),
  category: z.string().optional().describe("For create: a folder such as devops."),
  file_path: z.string().optional().describe("For write_file, remove_file, and patch of a support file."),
  file_content: z.string().optional().describe("For write_file."),
  old_string: z.string().optional().describe("For patch: the text as it stands, in one place only."),
  new_string: z.string().optional().describe("For patch."),
  replace_all: z.boolean().optional().describe("For patch: change every place."),
  absorbed_into: z.string().optional().describe("For delete."),
  preview: z
    .boolean()
    .optional()
    .describe("Check everything and answer what would be written, without writing it."),
});

type Input = z.output<typeof input>;

/** Makes and changes skills. Without an editor (evaluations, batch runs) it answers an error. */
export function skillManageTool(editor: SkillEditor | undefined): Tool {
  return defineTool({
    name: "skill_manage",
    toolset: "skills",
    description,
    emoji: "🛠️",
    input,
    available: () => editor !== undefined,
    async execute(given, { signal }) {
      if (editor === undefined) return toolError("Skills can't be changed here.");
      const change = toChange(given);
      if (typeof change === "string") return toolError(`${given.action} needs ${change}.`);
      return answerOf(given, await editor.change(change, { signal, preview: given.preview }));
    },
    detail: ({ action, name }) => `${action} ${name}`,
  });
}

/** The change, or the name of the argument that is missing. */
function toChange(given: Input): SkillChange | string {
  const { action, name, content, file_path: filePath, file_content: fileContent } = given;
  switch (action) {
    case "create":
      return content === undefined ? "content" : { action, name, content, category: given.category };
    case "edit":
      return content === undefined ? "content" : { action, name, content };
    case "patch": {
      const { old_string: oldString, new_string: newString, replace_all: replaceAll } = given;
      if (oldString === undefined) return "old_string";
      return newString === undefined
        ? "new_string"
        : { action, name, oldString, newString, replaceAll, filePath };
    }
    case "delete":
      return { action, name, absorbedInto: given.absorbed_into };
    case "write_file":
      if (filePath === undefined) return "file_path";
      return fileContent === undefined ? "file_content" : { action, name, filePath, content: fileContent };
    case "remove_file":
      return filePath === undefined ? "file_path" : { action, name, filePath };
  }
}

function answerOf({ action, name }: Input, outcome: SkillChangeOutcome): object {
  if (!outcome.ok) {
    const { reason, hint, details } = outcome;
    return { ...toolError(reason, hint === undefined ? {} : { hint }), ...details };
  }
  const warnings = outcome.warnings.length > 0 ? { warnings: outcome.warnings } : {};
  const matches = outcome.matches === undefined ? {} : { matches: outcome.matches };
  if (outcome.preview)
    return { preview: true, name, file: outcome.file, would_write: outcome.content, ...matches, ...warnings };
  return {
    done: action,
    name,
    path: outcome.folder,
    ...(outcome.file !== undefined && { file: outcome.file }),
    ...matches,
    ...warnings,
  };
}
