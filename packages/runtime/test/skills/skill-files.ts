import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

export interface WrittenSkill {
  readonly description?: string | undefined;
  readonly body?: string | undefined;
  /** Beside SKILL.md, by path. */
  readonly files?: Readonly<Record<string, string>> | undefined;
}

/** The text of a SKILL.md. */
export function skillText(
  name: string,
  { description, body = "1. Run `make`.\n" }: WrittenSkill = {},
): string {
  return `---\nname: ${name}\ndescription: ${description ?? `Does ${name}. Use when ${name} is wanted.`}\n---\n\n${body}`;
}

/** Writes `<folder>/<name>/SKILL.md` with what goes with it. */
export async function writeSkill(folder: string, name: string, skill: WrittenSkill = {}): Promise<void> {
  const files = { "SKILL.md": skillText(name.split("/").at(-1) ?? name, skill), ...skill.files };
  for (const [path, text] of Object.entries(files)) {
    const place = join(folder, name, path);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, text);
  }
}
