import { appendFileSync, closeSync, fstatSync, mkdirSync, openSync, readSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Adds a line to a file that several processes may add to at once. What a process left that died while it wrote is a line of
 * its own: the new one begins after it. A missing file is made for its owner alone, with its folders.
 *
 * @param line Without a line break.
 * @throws the error of the file system; what was there stays.
 */
export function appendLine(path: string, line: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openSync(path, "a+", 0o600);
  try {
    // In one write, so that two processes never mix within a line.
    appendFileSync(file, `${endsWithin(file) ? "\n" : ""}${line}\n`);
  } finally {
    closeSync(file);
  }
}

/** Whether the last line has no end. */
function endsWithin(file: number): boolean {
  const { size } = fstatSync(file);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(file, last, { position: size - 1 }) === 1 && last[0] !== 0x0a;
}
