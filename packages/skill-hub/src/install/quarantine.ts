import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SkillPackage } from "@hermes/scanner";
import { bytesOf } from "../package/check-package.ts";
import { prepareHubFolders } from "../record/hub-files.ts";
import type { HubFiles } from "../record/hub-files.ts";

/** A folder of one install alone, where nobody looks for skills. */
export interface Quarantine {
  /** The skill in it, as it will be. */
  readonly skill: string;
  /** The same again, for what may change it. */
  copy(): string;
  remove(): void;
}

/** Writes a checked package where nothing else is. */
export function openQuarantine(files: HubFiles, name: string, skill: SkillPackage): Quarantine {
  prepareHubFolders(files);
  const folder = join(files.quarantine, `${process.pid}-${randomUUID()}`);
  mkdirSync(folder, { mode: 0o700 });
  const write = (at: string): string => {
    const root = join(folder, at, name);
    mkdirSync(root, { recursive: true, mode: 0o700 });
    for (const file of skill.files) writeNew(join(root, ...file.path.split("/")), bytesOf(file));
    return root;
  };
  return {
    skill: write("skill"),
    copy: () => write("copy"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function writeNew(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // What begins with #! is meant to be run; packages from the network say nothing of it.
  const isProgram = bytes[0] === 0x23 && bytes[1] === 0x21;
  writeFileSync(path, bytes, { flag: "wx", mode: isProgram ? 0o755 : 0o644 });
}

const oldAfterMs = 86_400_000;

/** Removes what processes left behind that are no more. */
export function cleanQuarantine(files: HubFiles): void {
  if (!existsSync(files.quarantine)) return;
  for (const name of readdirSync(files.quarantine)) {
    const path = join(files.quarantine, name);
    const owner = Number(name.split("-")[0]);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    // A process id is used again some day.
    if (!Number.isInteger(owner) || owner <= 0 || !isAlive(owner) || age > oldAfterMs)
      rmSync(path, { recursive: true, force: true });
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, but belongs to somebody else.
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}
