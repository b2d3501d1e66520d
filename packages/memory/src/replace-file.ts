import {
  closeSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";

/** Text of a file; empty when there is none. */
export function readText(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) === undefined ? "" : readFileSync(path, "utf8");
}

/**
 * Replaces a file in one step: a reader sees the old text or the new one, whatever dies in between. Keeps the mode of
 * the file, and writes through a symbolic link.
 *
 * @param expected What the file held when `text` was made from it.
 * @returns False, and nothing changed, when the file holds something else by now: an editor saved it meanwhile.
 */
export function replaceText(path: string, text: string, expected: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  const target = found === undefined ? path : realpathSync(path);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const draft = `${target}.${process.pid}.new`;
  try {
    writeDurably(draft, text, found === undefined ? 0o600 : found.mode & 0o777);
    if (readText(path) !== expected) return false;
    renameSync(draft, target);
    return true;
  } finally {
    rmSync(draft, { force: true });
  }
}

function writeDurably(path: string, text: string, mode: number): void {
  const file = openSync(path, "w", mode);
  try {
    fchmodSync(file, mode);
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
