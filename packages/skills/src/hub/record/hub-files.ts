import { randomUUID } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { HermesError } from "@hermes/registry";
import { isCode } from "./folder-lock.ts";

/** Where the hub keeps what it knows, below the person's skills folder. */
export interface HubFiles {
  /** The skills folder itself. */
  readonly skills: string;
  readonly hub: string;
  readonly lock: string;
  readonly taps: string;
  readonly auditLog: string;
  readonly quarantine: string;
  /** What is being done, for whoever finds that it was cut off. */
  readonly pending: string;
  readonly archive: string;
  /** Held by the process that changes any of these. */
  readonly mutex: string;
}

export function hubFilesOf(skills: string): HubFiles {
  const hub = join(skills, ".hub");
  return {
    skills,
    hub,
    lock: join(hub, "lock.json"),
    taps: join(hub, "taps.json"),
    auditLog: join(hub, "audit.log"),
    quarantine: join(hub, "quarantine"),
    pending: join(hub, "pending.json"),
    archive: join(skills, ".archive"),
    mutex: join(hub, "lock"),
  };
}

/** Makes the folders. @throws {HermesError} `HUB_STATE_DAMAGED` for one that is a link: it may lead anywhere. */
export function prepareHubFolders(files: HubFiles): void {
  mkdirSync(files.skills, { recursive: true, mode: 0o700 });
  for (const folder of [files.hub, files.quarantine, files.archive]) {
    mkdirUnlinked(folder);
  }
}

export function mkdirUnlinked(folder: string): void {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } else if (!found.isDirectory()) {
    throw damaged(folder, found.isSymbolicLink() ? "it is a link" : "it is no folder");
  }
}

/** The text of a file of the hub; undefined when there is none. Anything else that keeps it from being read is an error. */
export function readHubFile(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isCode(error, "ENOENT") || isCode(error, "ENOTDIR")) return undefined;
    throw damaged(path, error instanceof Error ? error.message : String(error), error);
  }
}

/** A reader sees the old text or the new one. */
export function writeHubFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID().slice(0, 8)}.new`;
  try {
    const handle = openSync(draft, "wx", 0o600);
    try {
      writeSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

export function damaged(path: string, why: string, cause?: unknown): HermesError {
  return new HermesError(`${path} can't be understood: ${why}.`, {
    code: "HUB_STATE_DAMAGED",
    hint: "Nothing was changed. Repair it or move it away; installed skills then count as your own.",
    cause,
  });
}
