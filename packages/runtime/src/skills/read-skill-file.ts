import type { SkillLibrary } from "@hermes/skills";
import { readFile } from "node:fs/promises";

/** A file of a skill as it lies on the disk, also of one that is not offered; undefined where there is none. */
export async function readSkillFile(
  library: SkillLibrary,
  name: string,
  file: string,
): Promise<string | undefined> {
  const found = await library.find(name, { all: true });
  if (!found.ok) return undefined;
  try {
    if (file === "SKILL.md") return await readFile(found.skill.path, "utf8");
    return library.view(found.skill, file).content;
  } catch {
    return undefined;
  }
}
