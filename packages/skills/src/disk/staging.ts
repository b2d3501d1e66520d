import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** What a process that died left here is removed after so long; no change takes as long. */
const leftoverAfterMs = 3_600_000;

/** A new folder on the file system of the skills, for what is put in place by a rename. Clears what crashed processes left. */
export function makeStaging(skillsFolder: string): string {
  const all = join(skillsFolder, ".staging");
  mkdirSync(all, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(all)) {
    const left = statSync(join(all, name), { throwIfNoEntry: false });
    if (left !== undefined && Date.now() - left.mtimeMs > leftoverAfterMs)
      rmSync(join(all, name), { recursive: true, force: true });
  }
  const folder = join(all, randomUUID());
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}
