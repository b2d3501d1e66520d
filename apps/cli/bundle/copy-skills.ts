import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Puts the skills of the repository beside the built command, so that the published package has them. */
export async function copySkills(): Promise<void> {
  const place = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
  const skills = place("../../../skills");
  await cp(skills, place("../dist/skills"), {
    recursive: true,
    preserveTimestamps: true,
    // What it says is for readers of the repository.
    filter: (path) => path !== join(skills, "README.md"),
  });
}
