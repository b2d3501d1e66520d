import { HermesError } from "@hermes/registry/errors";

/** What a person reads for each thing that can be wrong with the file, and what to do about it. */
interface Fault {
  readonly code: string;
  readonly says: (path: string) => string;
  readonly hint: string;
}

const readOnlyFault: Fault = {
  code: "STATE_READ_ONLY",
  says: (path) => `The store "${path}" can't be written.`,
  hint: "Check who owns the file and its folder, and whether the disk is mounted read-only.",
};

const faults: Readonly<Record<string, Fault>> = {
  SQLITE_NOTADB: {
    code: "STATE_NOT_A_DATABASE",
    says: (path) => `"${path}" is not a database.`,
    hint: "Move the file away, or choose another path for the store.",
  },
  SQLITE_CORRUPT: {
    code: "STATE_DAMAGED",
    says: (path) => `The store "${path}" is damaged.`,
    hint: "Keep the file and its -wal beside it, and put a snapshot or a backup in its place.",
  },
  SQLITE_BUSY: {
    code: "STATE_LOCKED",
    says: (path) => `The store "${path}" is locked by another program.`,
    hint: "Nothing was written. Close the program that holds it, or try again.",
  },
  SQLITE_FULL: {
    code: "STATE_DISK_FULL",
    says: (path) => `The disk of the store "${path}" is full.`,
    hint: "Nothing was written and nothing stored before is lost. Free some space and try again.",
  },
  SQLITE_READONLY: readOnlyFault,
  SQLITE_CANTOPEN: {
    code: "STATE_CANNOT_OPEN",
    says: (path) => `The store "${path}" can't be opened.`,
    hint: "Check that its folder exists and that you may read and write there.",
  },
  SQLITE_IOERR: {
    code: "STATE_DISK_ERROR",
    says: (path) => `The disk failed while the store "${path}" was read or written.`,
    hint: "Check the disk and the free space, and copy the file to a safe place.",
  },
};

/** Names of the file system's own errors, put to the fault they amount to. */
const faultOfFileError: Readonly<Record<string, string>> = {
  EACCES: "SQLITE_CANTOPEN",
  EPERM: "SQLITE_CANTOPEN",
  ENOTDIR: "SQLITE_CANTOPEN",
  ENOENT: "SQLITE_CANTOPEN",
  EEXIST: "SQLITE_CANTOPEN",
  ELOOP: "SQLITE_CANTOPEN",
  EROFS: "SQLITE_READONLY",
  ENOSPC: "SQLITE_FULL",
  EDQUOT: "SQLITE_FULL",
  EIO: "SQLITE_IOERR",
};

/**
 * Puts a failure of SQLite or of the file system in plain words. What is already a `HermesError`, and what is a
 * mistake of the program (a violated constraint, say), comes back untouched.
 */
export function toStateError(error: unknown, path: string): unknown {
  const fault = faultOf(codeOf(error));
  return fault === undefined ? error : errorOf(fault, path, error);
}

/** What SQLite would say of a write, before it is tried. */
export function readOnlyError(path: string): HermesError {
  return errorOf(readOnlyFault, path);
}

function errorOf({ code, says, hint }: Fault, path: string, cause?: unknown): HermesError {
  return new HermesError(says(path), { code, hint, cause });
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

function faultOf(code: string): Fault | undefined {
  const name = faultOfFileError[code] ?? code;
  // SQLite's extended codes carry a suffix: SQLITE_BUSY_SNAPSHOT, SQLITE_IOERR_WRITE.
  const [, primary = name] = /^(SQLITE_[A-Z]+)/.exec(name) ?? [];
  return faults[primary === "SQLITE_LOCKED" ? "SQLITE_BUSY" : primary];
}
