import { readdirSync } from "node:fs";
import { join } from "node:path";

/** More than that is no help to a reader. */
const maxFiles = 500;

/** The files of a skill besides SKILL.md, relative, with `/`, sorted. Links are left out: they may lead anywhere. */
export function listSkillFiles(folder: string): readonly string[] {
  const found: string[] = [];
  const walk = (at: string, prefix: string): void => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      if (found.length >= maxFiles || entry.name.startsWith(".") || entry.name === "__pycache__") continue;
      if (entry.isDirectory()) walk(join(at, entry.name), `${prefix}${entry.name}/`);
      else if (entry.isFile() && !(prefix === "" && /^skill\.md$/i.test(entry.name)))
        found.push(`${prefix}${entry.name}`);
    }
  };
  walk(folder, "");
  return found.toSorted();
}
