import { closeSync, openSync, readSync, statSync } from "node:fs";
import { endianness } from "node:os";

/** Where SQLite notes what is in the log, in the order of bytes of the machine. @see https://sqlite.org/walformat.html */
const at = { version: 0, isReady: 12, pageSize: 14, frames: 16, salt: 32, copied: 96 } as const;
const noteBytes = 100;
const formatVersion = 3_007_000;
const logHeaderBytes = 32;
const frameHeaderBytes = 24;

/**
 * Finds out whether the write-ahead log that a dead process left was cut off, deleted or replaced since. The file
 * `<store>-shm`, which such a process leaves too, says how long the log was and how much of it is in the store already.
 * SQLite itself goes by what is left of the log, and says nothing.
 *
 * @returns What to tell the person; undefined when nothing is missing, or when nothing is known.
 */
export function lostLog(path: string): string | undefined {
  const note = begin(`${path}-shm`, noteBytes);
  if (note === undefined || readNumber(note, at.version) !== formatVersion || note[at.isReady] !== 1)
    return undefined;
  const [frames, copied] = [readNumber(note, at.frames), readNumber(note, at.copied)];
  if (frames <= copied) return undefined;
  const shorter = missing(`${path}-wal`, { note, frames });
  // A note that has changed meanwhile is that of a process at work, whose log may have been seen half way.
  if (shorter === undefined || begin(`${path}-shm`, noteBytes)?.equals(note) !== true) return undefined;
  return (
    `The write-ahead log "${path}-wal" ${shorter}: what was written last, since the last checkpoint, may be lost. ` +
    "Everything before is there. If you have the log, close the store and put it back."
  );
}

function missing(
  log: string,
  { note, frames }: { readonly note: Buffer; readonly frames: number },
): string | undefined {
  const size = statSync(log, { throwIfNoEntry: false })?.size;
  if (size === undefined) return "was deleted";
  const pageSize = endianness() === "LE" ? note.readUInt16LE(at.pageSize) : note.readUInt16BE(at.pageSize);
  // 1 stands for 65 536, which two bytes can't hold.
  const frameBytes = frameHeaderBytes + (pageSize === 1 ? 65_536 : pageSize);
  if (size < logHeaderBytes + frames * frameBytes) return "was cut off";
  const salt = begin(log, 24)?.subarray(16, 24);
  return salt?.equals(note.subarray(at.salt, at.salt + 8)) === true ? undefined : "was replaced";
}

function readNumber(bytes: Buffer, offset: number): number {
  return endianness() === "LE" ? bytes.readUInt32LE(offset) : bytes.readUInt32BE(offset);
}

/** The first bytes of a file; undefined where it is missing, shorter, or can't be read. */
function begin(path: string, length: number): Buffer | undefined {
  const bytes = Buffer.alloc(length);
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    // Without it nothing is known, and nothing depends on it.
    return undefined;
  }
  try {
    return readSync(file, bytes, 0, length, 0) === length ? bytes : undefined;
  } finally {
    closeSync(file);
  }
}
