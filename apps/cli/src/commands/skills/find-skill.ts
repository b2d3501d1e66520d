import { HermesError } from "@hermes/registry/errors";
import type { HomeSkills } from "@hermes/runtime";
import type { ListedSkill } from "@hermes/skills";
import { safe } from "./safe-text.ts";

/**
 * The skill that a person means, offered here or not: by name, `category/name` or `source:name`.
 *
 * @throws {HermesError} `CLI_NO_SKILL`, `CLI_AMBIGUOUS_SKILL`.
 */
export async function findSkill({ library }: HomeSkills, wanted: string): Promise<ListedSkill> {
  const found = await library.find(wanted, { all: true });
  if (found.ok) return found.skill;
  const suggestions = found.suggestions.map(safe);
  if (found.problem === "ambiguous") {
    throw new HermesError(safe(found.reason), {
      code: "CLI_AMBIGUOUS_SKILL",
      hint: `Name one of them: ${suggestions.join(", ")}.`,
    });
  }
  throw new HermesError(safe(found.reason), {
    code: "CLI_NO_SKILL",
    hint:
      suggestions.length > 0
        ? `Did you mean ${suggestions.join(", ")}?`
        : "See them all with: hermes skills list --all",
  });
}
