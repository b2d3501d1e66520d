import { cp } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

/** Puts the skills of the repository beside the built command, so that the published package has them. */
export async function copySkills(): Promise<void> {
  const place = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
  await cp(place("../../../skills"), place("../dist/skills"), {
    recursive: true,
    preserveTimestamps: true,
    // What it says is for readers of the repository.
    filter: (path) => basename(path) !== "README.md",
  });
}
