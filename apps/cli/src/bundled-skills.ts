import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The skills that come with Hermes: beside the built command, else in the repository. Undefined where neither is. */
export function bundledSkills(): string | undefined {
  return ["./skills", "../../../skills"]
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((folder) => existsSync(folder));
}
