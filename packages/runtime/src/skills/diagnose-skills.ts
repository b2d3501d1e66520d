import type { ListedSkill } from "@hermes/skills";
import { buildToolsOutside } from "../build-registry.ts";
import { chosenToolsets, toolsOffered } from "../chosen-tools.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import type { Diagnosis } from "../runtime.ts";

/**
 * How many skills there are, as many as `hermes skills list` counts, and which of them need a look. Brings nothing into the
 * home.
 */
export async function diagnoseSkills(parts: RuntimeParts): Promise<readonly Diagnosis[]> {
  const [tools, toolsets] = [new Set<string>(), new Set<string>()];
  // At once: what else is looked at may make a home, in which what is found would be kept.
  const library = (await parts.sharedSkills()).library({ tools, toolsets });
  const registry = await buildToolsOutside(parts);
  const present = await toolsOffered(registry, chosenToolsets(parts, registry));
  for (const name of present.tools) tools.add(name);
  for (const name of present.toolsets) toolsets.add(name);
  const [offered, all] = await Promise.all([library.list(), library.list({ all: true })]);
  const troubles = [
    named(
      all.filter(({ standing }) => standing === "quarantined"),
      "quarantined, because their check failed",
    ),
    named(
      all.filter(({ source, hiddenBy }) => source === "project" && hiddenBy === "vetted"),
      "of this project are not offered: the scan found what may do harm",
    ),
    named(
      all.filter(({ problems }) => problems.some(({ severity }) => severity === "error")),
      "with errors in SKILL.md",
    ),
  ].filter((trouble) => trouble !== undefined);
  const message = [`${offered.length} offered, ${all.length} found`, ...troubles].join("; ");
  if (troubles.length === 0) return [{ name: "skills", status: "ok", message }];
  const hint = "hermes skills list tells more of each, hermes skills review what to do.";
  return [{ name: "skills", status: "warning", message, hint }];
}

function named(skills: readonly ListedSkill[], what: string): string | undefined {
  if (skills.length === 0) return undefined;
  const names = skills.map(({ name }) => name);
  const listed =
    names.length > 5 ? `${names.slice(0, 5).join(", ")} and ${names.length - 5} more` : names.join(", ");
  return `${names.length} ${what} (${listed})`;
}
