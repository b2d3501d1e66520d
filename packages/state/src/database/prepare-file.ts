import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { HermesError } from "@hermes/registry/errors";
import Sqlite from "better-sqlite3";
import { applicationId, migrate } from "./migrations.ts";
import { isOpenHere } from "./open-files.ts";

/**
 * Makes sure that a store is at `path`: creates one where nothing is, refuses what is not a store. A foreign database is
 * recognised by its header alone, without SQLite, because even opening and closing it could write to it.
 *
 * @see https://sqlite.org/fileformat.html#the_database_header
 */
export function prepareFile(path: string): "writable" | "read-only" {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    create(path);
    return "writable";
  }
  if (found.isDirectory()) {
    throw new HermesError(`"${path}" is a folder, not a store.`, {
      code: "STATE_CANNOT_OPEN",
      hint: "Give the path of a file, such as hermes.db inside that folder.",
    });
  }
  if (found.size === 0) {
    throw new HermesError(`The store "${path}" is empty: what it held was cut off.`, {
      code: "STATE_DAMAGED",
      hint: "Put a snapshot or a backup in its place; to begin anew, delete the file (and its -wal).",
    });
  }
  if (!isOpenHere(path)) checkHeader(path);
  return isWritable(path) ? "writable" : "read-only";
}

function checkHeader(path: string): void {
  const header = Buffer.alloc(100);
  const file = openSync(path, "r");
  try {
    readSync(file, header, 0, header.length, 0);
  } finally {
    closeSync(file);
  }
  if (header.toString("latin1", 0, 16) !== "SQLite format 3\0") {
    throw new HermesError(`"${path}" is not a database.`, {
      code: "STATE_NOT_A_DATABASE",
      hint: "Move the file away, or choose another path for the store.",
    });
  }
  if (header.readUInt32BE(68) !== applicationId) {
    throw new HermesError(`"${path}" is a database of another program, not a Hermes store.`, {
      code: "STATE_FOREIGN",
      hint: "It was not touched. Choose another path for the store, such as hermes.db beside it.",
    });
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    // Whatever the reason, reading is still possible; the caller says so.
    return false;
  }
}

/**
 * Writes a finished, empty store under another name and links it into place: nobody ever sees half a store, and of two
 * processes that start at once, one wins and the other uses what it made.
 */
function create(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.new`;
  try {
    writeFileSync(draft, emptyStore(), { mode: 0o600, flush: true });
    linkSync(draft, path);
    syncFolder(dirname(path));
  } catch (error) {
    if (!isFileError(error)) throw error;
    // Some file systems have no hard links.
    if (["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes(error.code ?? "")) renameSync(draft, path);
    else if (error.code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Without this a power loss could take away the name of a new file, and with it all that was written since. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function emptyStore(): Buffer {
  const memory = new Sqlite(":memory:");
  try {
    migrate(memory);
    const bytes = memory.serialize();
    // Read and write version 2: the file is in WAL mode from the start, so that no first opener needs an exclusive lock.
    bytes[18] = 2;
    bytes[19] = 2;
    return bytes;
  } finally {
    memory.close();
  }
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error;
}
