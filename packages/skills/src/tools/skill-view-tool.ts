import { defineTool, untrustedValue, HermesError, toolError } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import { z } from "zod";
import type { SkillUse } from "../usage/skill-use.ts";
import type { SkillStanding } from "../usage/standing.ts";
import type { SkillLibrary, SkillView } from "../library/open-skills.ts";
import { sourceOf } from "../library/skill.ts";
import { readAction } from "./skill-actions.ts";

export interface SkillViewToolOptions {
  readonly library: SkillLibrary;
  readonly use?: SkillUse | undefined;
  /** @default Date.now */
  readonly now?: (() => number) | undefined;
}

const input = z.object({
  name: z.string(),
  file_path: z.string().optional().describe("A file of the skill, such as references/api.md."),
});

/** Reads a skill, or one of its support files. Counts as a use. */
export function skillViewTool({ library, use, now = Date.now }: SkillViewToolOptions): Tool {
  return defineTool({
    name: "skill_view",
    toolset: "skills",
    description:
      "Read a skill before you do what it is for, or one of its files. Paths in it are relative to its folder.",
    emoji: "📖",
    input,
    aliases: { path: "file_path" },
    action: readAction,
    async execute({ name, file_path: filePath }, { sessionId }) {
      const found = await library.find(name);
      if (!found.ok) {
        const hint =
          found.suggestions.length === 0
            ? "Look with skills_list."
            : `Did you mean: ${found.suggestions.join(", ")}?`;
        return toolError(found.reason, { hint });
      }
      const view = readOrExplain(library, found.skill, filePath);
      if ("error" in view) return view;
      if (filePath === undefined) await use?.record({ skill: found.skill.name, kind: "used", at: now() });
      const answer = answerOf(view, { filePath, sessionId });
      const sources = sourceOf(found.skill);
      return sources.length === 0 ? answer : untrustedValue(answer, sources);
    },
    detail: ({ name, file_path: filePath }) => (filePath === undefined ? name : `${name}/${filePath}`),
  });
}

function readOrExplain(
  library: SkillLibrary,
  skill: SkillView["skill"],
  filePath: string | undefined,
): SkillView | ReturnType<typeof toolError> {
  try {
    return library.view(skill, filePath);
  } catch (error) {
    if (HermesError.is(error))
      return toolError(error.message, error.hint === undefined ? {} : { hint: error.hint });
    throw error;
  }
}

function answerOf(
  { skill, content, files }: SkillView,
  { filePath, sessionId }: { readonly filePath: string | undefined; readonly sessionId: string },
): object {
  if (filePath !== undefined) {
    return content === undefined
      ? { name: skill.name, file_path: filePath, is_binary: true, path: `${skill.folder}/${filePath}` }
      : { name: skill.name, file_path: filePath, content };
  }
  const { fields, standing, missingVariables } = skill;
  const note = notes[standing];
  return {
    name: skill.name,
    description: skill.description,
    content: content?.replaceAll("${HERMES_SESSION_ID}", () => sessionId),
    skill_dir: skill.folder,
    ...(files.length > 0 && { linked_files: files }),
    ...(fields.tags.length > 0 && { tags: fields.tags }),
    ...(fields.relatedSkills.length > 0 && { related_skills: fields.relatedSkills }),
    ...(fields.compatibility !== undefined && { compatibility: fields.compatibility }),
    ...(missingVariables.length > 0 && {
      missing_environment_variables: missingVariables,
      setup: "They are not set. Where the work needs one, ask the person to set it; never ask for its value.",
    }),
    ...(note !== undefined && { note }),
  };
}

/** What to keep in mind about how a skill stands. */
const notes: Readonly<Partial<Record<SkillStanding, string>>> = {
  unproven: "An agent wrote this skill and its check has not passed yet: verify what it says.",
  failing: "This skill did not help the last times it was used: verify each step, and patch what is wrong.",
  stale: "This skill was not used for a month: verify that it still holds.",
};
