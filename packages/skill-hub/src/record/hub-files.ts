import { lstatSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { withFileLockSync } from "@hermes/atomic-files";
import { damaged } from "@hermes/skills/hub-lock";

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

/** Runs work while no other process changes what the hub knows, and nothing else of this one. @throws {HermesError} `HUB_LOCKED` */
export function underLock<Result>(files: HubFiles, work: () => Result): Result {
  return withFileLockSync(files.mutex, work, { code: "HUB_LOCKED" });
}
