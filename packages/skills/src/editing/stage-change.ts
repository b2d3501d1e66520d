import { randomUUID } from "node:crypto";
import {
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { makeStaging } from "../disk/staging.ts";
import type { PlannedChange } from "./plan-change.ts";

/** A skill as it would be, beside the one that readers see. */
export interface StagedChange {
  /** The skill's folder with the change in it. */
  readonly skill: string;
  /** One step on the disk: a reader sees the skill as it was, or as it is. */
  putInPlace(): void;
  clear(): void;
}

/** Copies the skill on the same file system, and makes the change there. */
export function stageChange(userFolder: string, planned: PlannedChange): StagedChange {
  const staging = makeStaging(userFolder);
  const skill = join(staging, planned.name);
  const clear = (): void => rmSync(staging, { recursive: true, force: true });
  try {
    writeCopy(skill, planned);
  } catch (error) {
    clear();
    throw error;
  }
  return { skill, clear, putInPlace: () => putInPlace(userFolder, skill, planned) };
}

function writeCopy(skill: string, { folder, file, content }: PlannedChange): void {
  mkdirSync(skill, { mode: 0o700 });
  if (file === undefined) return;
  if (existsSync(folder)) cpSync(folder, skill, { recursive: true, verbatimSymlinks: true });
  const path = join(skill, file);
  if (content === undefined) {
    rmSync(path);
    return;
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, content);
  // After a power failure too there is all of the file or none.
  const written = openSync(path, "r+");
  fsyncSync(written);
  closeSync(written);
}

function putInPlace(userFolder: string, skill: string, { folder, file, content, name }: PlannedChange): void {
  if (file === undefined) {
    const archive = join(userFolder, ".archive");
    mkdirSync(archive, { recursive: true, mode: 0o700 });
    renameSync(folder, join(archive, `${name}-${randomUUID().slice(0, 8)}`));
    return;
  }
  const target = join(folder, file);
  if (content === undefined) {
    rmSync(target);
  } else if (existsSync(folder)) {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    renameSync(join(skill, file), target);
  } else {
    mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
    renameSync(skill, folder);
  }
}
