import { defineTool, textArgument, toolError, withShown } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import { z } from "zod";
import type { SkillLibrary } from "../library/open-skills.ts";
import { rateSkill } from "../usage/rate-skill.ts";
import type { SkillUse } from "../usage/skill-use.ts";
import type { SkillChange, SkillChangeOutcome } from "../editing/skill-change.ts";
import type { SkillEditor } from "../editing/skill-editor.ts";
import { readAction, writeAction } from "./skill-actions.ts";
import { changeFinding, changesOf, diffOf, shownOf, writes } from "./skill-change-preview.ts";

const description = `Keep ways of working as skills, and keep them right. Changes take effect in later sessions.

When: work that was difficult, that comes again, or that the person corrected. Not for simple or one-off tasks, not for facts (those are for memory), not when the person is in a hurry. A skill that proved wrong or incomplete: patch it at once.
After such work ask in one sentence how the result was. If you used a skill, record the answer with rate and patch what was wrong. If not, and it went well, offer to save the way: "yes", "yes, but let me review it first", "no". Never create without that answer. To review: create with preview: true, show the SKILL.md, write it when they agree. First look with skills_list: extend a near skill rather than make a second.
A good skill has a trigger (its description: what it does, when to use it), numbered steps with exact commands, pitfalls met, and how to verify the result. Short and general: nothing of this one task, no secrets. If a program can test the result, add scripts/check.sh (exit 0: good); it runs on every save.

Only skills of the person's own folder can be changed; rate is for any that was used. Support files lie below references/, templates/, scripts/, assets/.`;

const input = z.object({
  action: z.enum(["create", "patch", "edit", "delete", "write_file", "remove_file", "rate"]),
  name: z.string().describe("Lower-case letters, digits, hyphens."),
  content: z.string().optional().describe("create, edit: the whole SKILL.md."),
  category: z.string().optional().describe("create: a folder, such as devops."),
  old_string: z.string().optional().describe("patch: text that is there once."),
  new_string: z.string().optional(),
  replace_all: z.boolean().optional(),
  file_path: z.string().optional().describe("A support file; for patch too."),
  file_content: z.string().optional().describe("write_file."),
  absorbed_into: z.string().optional().describe("delete: the skill that now holds it."),
  helped: z.boolean().optional().describe("rate: whether the result was good."),
  preview: z.boolean().optional().describe("Check, and show what would be written."),
});

type Input = z.output<typeof input>;

export interface SkillManageToolOptions {
  readonly library: SkillLibrary;
  /** Absent (evaluations, batch runs): the tool answers an error. */
  readonly editor: SkillEditor | undefined;
  readonly use: SkillUse | undefined;
  readonly now?: (() => number) | undefined;
}

/** Makes, changes and rates skills. */
export function skillManageTool({ library, editor, use, now }: SkillManageToolOptions): Tool {
  return defineTool({
    name: "skill_manage",
    rare: true,
    toolset: "skills",
    audience: "person",
    description,
    emoji: "🛠️",
    input,
    available: () => editor !== undefined,
    action: {
      of: [readAction, writeAction],
      choose: (given) => (writes(given) ? writeAction : readAction).name,
    },
    argument: (given) => ({
      ...textArgument(given),
      ...(writes(given) && { shown: shownOf(given), changes: () => changesOf(given, library) }),
    }),
    async findings(given) {
      if (!writes(given)) return [];
      const { action, name } = given;
      if (action !== "delete" || !(await isPinned(library, name))) return [changeFinding(given)];
      return [
        {
          id: "skill.pinned",
          severity: "refuse",
          reason: `The person pinned the skill "${name}"; only they delete it.`,
          advice: "They can delete it by hand. You may change what it says.",
        },
      ];
    },
    async execute(given, { signal }) {
      if (editor === undefined) return toolError("Skills can't be changed here.");
      const { action, name, helped, preview } = given;
      if (action === "rate") return await rate(name, helped, { library, use, now });
      const change = toChange({ ...given, action });
      if (typeof change === "string") return toolError(`${action} needs ${change}.`);
      const changes = preview === true ? [] : ((await changesOf(given, library)) ?? []);
      const outcome = await editor.change(change, { signal, preview });
      const answer = answerOf(given, outcome);
      return outcome.ok && changes.length > 0 ? withShown(answer, { diff: await diffOf(changes) }) : answer;
    },
    detail: ({ action, name }) => `${action} ${name}`,
  });
}

async function isPinned(library: SkillLibrary, name: string): Promise<boolean> {
  const found = await library.find(name, { all: true });
  return found.ok && found.skill.use?.pinned === true;
}

async function rate(
  name: string,
  helped: boolean | undefined,
  { library, use, now }: Omit<SkillManageToolOptions, "editor">,
): Promise<object> {
  if (helped === undefined) return toolError("rate needs helped.");
  if (use === undefined) return toolError("Nothing is counted here.");
  const rated = await rateSkill(name, helped, { library, use, now });
  if (!rated.ok) return toolError(rated.reason);
  const { successes, failures } = rated;
  return { done: "rate", name: rated.name, successes, failures };
}

/** The change, or the name of the argument that is missing. */
function toChange(given: Input & { readonly action: SkillChange["action"] }): SkillChange | string {
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
