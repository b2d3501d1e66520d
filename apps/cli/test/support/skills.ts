import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Fixture } from "./hermes.ts";

/** A SKILL.md that is as the format wants it. */
export function skillText(name: string, description: string, body = "1. Do it.\n"): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}`;
}

/** Puts a skill into the person's own folder. @returns Its SKILL.md. */
export function ownSkill({ home }: Fixture, path: string, text: string): string {
  const file = join(home, "skills", path, "SKILL.md");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/**
 * An editor that does what a script says with the file in `$1`.
 *
 * @returns What `EDITOR` is set to: with an argument, as many people have it.
 */
export function editorThat({ project }: Fixture, script: string): string {
  const path = join(project, "editor.sh");
  writeFileSync(path, `#!/bin/sh\nset -eu\n[ "$1" = --wait ]\nshift\n${script}\n`);
  chmodSync(path, 0o755);
  return `'${path}' --wait`;
}
