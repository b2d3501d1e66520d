import { defineTool } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import { z } from "zod";
import type { ListedSkill, SkillLibrary } from "../library/open-skills.ts";
import { readAction } from "./skill-actions.ts";

/** Up to so many skills are listed whole when nothing is asked for. */
const maxListedWhole = 50;
const maxListed = 100;

const input = z.object({
  category: z.string().optional(),
  query: z.string().optional().describe("The task in a few words."),
});

/** Names and descriptions of skills; with many of them and without a question, the categories. */
export function skillsListTool(library: SkillLibrary): Tool {
  return defineTool({
    name: "skills_list",
    toolset: "skills",
    description:
      "Find skills: tested instructions for kinds of work. Without query and category a long collection answers with its categories. Read the one that fits with skill_view.",
    emoji: "📚",
    input,
    action: readAction,
    async execute({ category, query }) {
      const skills = (await library.list({ category, query })).filter(({ fields }) => !fields.manual);
      if (category === undefined && query === undefined && skills.length > maxListedWhole) {
        return {
          categories: countCategories(skills),
          count: skills.length,
          hint: "Call skills_list with a category or a query.",
        };
      }
      const shown = skills.slice(0, maxListed);
      const hint =
        skills.length > shown.length
          ? { hint: `${skills.length - shown.length} more; give a narrower query.` }
          : {};
      const none =
        skills.length === 0 ? { hint: "Nothing fits. Try other words, or do the task without a skill." } : {};
      return {
        skills: shown.map(({ name, description, category: group, standing }) => ({
          name,
          description,
          category: group,
          ...(standing === "failing" && { note: "Did not help the last times: verify." }),
        })),
        count: skills.length,
        ...hint,
        ...none,
      };
    },
    detail: ({ category, query }) => query ?? category,
  });
}

function countCategories(skills: readonly ListedSkill[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { category } of skills.toSorted((a, b) => (a.category < b.category ? -1 : 1))) {
    counts[category] = (counts[category] ?? 0) + 1;
  }
  return counts;
}
