import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Writes files below a folder; `path` may hold folders. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** The text of a SKILL.md. `more` is YAML after the description. */
export function skillText(
  name: string,
  description: string = `Does ${name}`,
  more: string = "",
  body: string = `# ${name}\nDo it.`,
): string {
  return `---\nname: ${name}\ndescription: ${description}\n${more === "" ? "" : `${more}\n`}---\n\n${body}\n`;
}
