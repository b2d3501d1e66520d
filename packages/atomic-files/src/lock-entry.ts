import {
  lstatSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { codeOf } from "./file-error.ts";
import { isAtWork, parseHolder } from "./lock-holder.ts";
import { nameBeside } from "./name-beside.ts";

/** A lock as it lies on the disk. */
export interface LockEntry {
  readonly line: string;
  readonly ageMs: number;
  /** Of two locks that lay at one path one after the other, no two have the same id and line. */
  readonly id: string;
}

/** Whether the process is there can't be asked: work under a lock takes milliseconds, an older one was left behind. */
const leftBehindAfterMs = 30_000;
/** A lock without a whole line is one that is being written, or was when its process died. */
const writtenWithinMs = 1_000;

/**
 * Makes the lock. A symbolic link that leads nowhere is there with its whole line from its first moment; a file would be
 * empty before.
 *
 * @returns False when there is one.
 */
export function createLock(path: string, line: string): boolean {
  try {
    symlinkSync(line, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    if (!["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"].includes(codeOf(error) ?? "")) throw error;
  }
  // A disk, or a Windows, without links.
  try {
    writeFileSync(path, line, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Undefined when there is none. */
export function findLock(path: string): LockEntry | undefined {
  try {
    const { mtimeNs, ino, ...stats } = lstatSync(path, { bigint: true });
    const line = isLink(stats.mode) ? readlinkSync(path) : readFileSync(path, "utf8");
    return {
      line,
      ageMs: Date.now() - Number(mtimeNs / 1_000_000n),
      id: `${ino.toString(36)}-${mtimeNs.toString(36)}`,
    };
  } catch (error) {
    // EINVAL: another one, and no link, by now.
    if (codeOf(error) === "ENOENT" || codeOf(error) === "EINVAL") return undefined;
    throw error;
  }
}

function isLink(mode: bigint): boolean {
  return (mode & 0o170000n) === 0o120000n;
}

/** Gives a lock back. One that was left too long and taken over is somebody else's. */
export function removeOwnLock(path: string, line: string): void {
  if (findLock(path)?.line === line) rmSync(path, { force: true });
}

export function isOrphaned({ line, ageMs }: LockEntry): boolean {
  const holder = parseHolder(line);
  if (holder === undefined) return ageMs > writtenWithinMs;
  const atWork = isAtWork(holder);
  return atWork === undefined ? ageMs > leftBehindAfterMs : !atWork;
}

/**
 * Takes a lock over that was left behind, and never the one that somebody took meanwhile: of all who found it, only the holder
 * of a second lock may, which is named after this one lock and takes its place in one step. That second one may be left behind
 * too, and is taken over the same way.
 *
 * @returns False when somebody else was faster, or is about to be.
 */
export function takeOver(path: string, left: LockEntry, ownLine: string): boolean {
  const right = nameBeside(path, left.id, "over");
  if (!createLock(right, ownLine)) {
    const other = findLock(right);
    if (other === undefined || !isOrphaned(other) || !takeOver(right, other, ownLine)) return false;
  }
  try {
    const now = findLock(path);
    if (now?.id !== left.id || now.line !== left.line) return false;
    renameSync(right, path);
    return true;
  } finally {
    removeOwnLock(right, ownLine);
  }
}
