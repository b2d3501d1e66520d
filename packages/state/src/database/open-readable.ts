import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import type { Database } from "./driver.ts";
import { noteOpen } from "./open-files.ts";

export interface ReadableFile {
  readonly database: Database;
  /** What is really open: the path, or that of the copy. */
  readonly file: string;
  /** A second call does nothing. */
  readonly close: () => void;
}

/**
 * Opens the file of a store. On a disk that is mounted read-only SQLite can't read a store with a write-ahead log, since
 * it keeps a file beside it: a copy is read then, which is gone when the store is closed.
 */
export function openReadable(
  path: string,
  { writable, busyTimeoutMs }: { readonly writable: boolean; readonly busyTimeoutMs: number },
): ReadableFile {
  const database = new Sqlite(path, { timeout: busyTimeoutMs });
  try {
    if (!writable) database.pragma("schema_version");
    const noteClosed = noteOpen(path);
    const close = (): void => {
      database.close();
      noteClosed();
    };
    return { database, file: path, close };
  } catch (error) {
    database.close();
    if (writable || !isCannotOpen(error)) throw error;
    return openCopy(path);
  }
}

function openCopy(path: string): ReadableFile {
  const folder = mkdtempSync(join(tmpdir(), "hermes-read-only-"));
  const copy = join(folder, "hermes.db");
  let database: Database | undefined;
  const close = (): void => {
    database?.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const suffix of ["", "-wal"])
      if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix);
    database = new Sqlite(copy);
    database.pragma("schema_version");
    return { database, file: copy, close };
  } catch (error) {
    close();
    throw error;
  }
}

function isCannotOpen(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    /^SQLITE_(CANTOPEN|READONLY)/.test(error.code)
  );
}
