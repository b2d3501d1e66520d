import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { HermesError } from "@hermes/registry/errors";
import Sqlite from "better-sqlite3";
import type { Database } from "../database/driver.ts";
import { checkNode } from "../database/check-node.ts";
import type { Connection } from "../database/connect.ts";
import { prepareFile } from "../database/prepare-file.ts";
import { toStateError } from "../database/state-error.ts";

export interface SnapshotOptions {
  /** Does nothing while the last snapshot is younger. @default 0 */
  readonly olderThanMs?: number | undefined;
  /** Ends the copying; the snapshots stay as they are. */
  readonly signal?: AbortSignal | undefined;
  /** @default Date.now */
  readonly now?: (() => number) | undefined;
}

export interface BackupOptions {
  /** Ends the copying; what was at the path stays. */
  readonly signal?: AbortSignal | undefined;
  /** Called while the copy is made, with pages. Must not throw. */
  readonly onProgress?: ((progress: { readonly done: number; readonly total: number }) => void) | undefined;
}

export interface Backups {
  /** Writes a copy of the store as one file for its owner alone, while others go on writing. Replaces a file that is there. */
  backup(path: string, options?: BackupOptions): Promise<void>;
  /**
   * Writes a copy beside the store, and deletes older ones: the last three stay when they take less than a gigabyte,
   * else the last one.
   *
   * @returns Its path; undefined when the last one is young enough, or the store is in memory.
   */
  snapshot(options?: SnapshotOptions): Promise<string | undefined>;
  /** Paths of the snapshots, the oldest first. */
  snapshots(): readonly string[];
}

const maxSnapshots = 3;
const maxBytes = 1_000_000_000;

export function createBackups({ database, path, attempt }: Connection): Backups {
  const folder = snapshotFolder(path);

  async function backup(to: string, options: BackupOptions = {}): Promise<void> {
    const target = resolve(to);
    if (target === path) throw new TypeError("A store can't be backed up onto itself.");
    const draft = `${target}.${process.pid}.new`;
    try {
      attempt(() => database.pragma("page_count"));
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      await copyTo(draft, database, options);
      renameSync(draft, target);
    } catch (error) {
      throw toStateError(error, target);
    } finally {
      rmSync(draft, { force: true });
    }
  }

  const snapshots = (): readonly string[] => snapshotsOf(path);

  return {
    backup,
    snapshots,
    async snapshot({ olderThanMs = 0, signal, now = Date.now } = {}) {
      if (path === ":memory:") return undefined;
      const last = snapshots().at(-1);
      const lastAt = last === undefined ? -Infinity : timeOf(last);
      const age = now() - lastAt;
      // One from the future says that the clock was set back, and nothing about its age.
      if (age >= 0 && age < olderThanMs) return undefined;
      // The newest sorts last, whatever the clock says.
      const target = join(folder, nameOf(Math.max(now(), lastAt + 1)));
      await backup(target, { signal });
      thinOut(snapshots());
      return target;
    },
  };
}

/** Paths of the snapshots of a store, the oldest first; also of one that can't be opened. */
export function snapshotsOf(path: string): readonly string[] {
  const folder = snapshotFolder(path);
  if (path === ":memory:" || !existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".db"))
    .toSorted()
    .map((name) => join(folder, name));
}

function snapshotFolder(path: string): string {
  return `${path}.snapshots`;
}

/** Sorts by time, and is allowed on every file system. */
function nameOf(time: number): string {
  return `${new Date(time).toISOString().replaceAll(":", "-")}.db`;
}

function timeOf(path: string): number {
  return Date.parse(basename(path, ".db").replace(/T(\d\d)-(\d\d)-/, "T$1:$2:"));
}

function thinOut(paths: readonly string[]): void {
  const newest = paths.slice(-maxSnapshots);
  const bytes = newest.reduce((sum, each) => sum + statSync(each).size, 0);
  const kept = bytes <= maxBytes ? maxSnapshots : 1;
  for (const each of paths.slice(0, -kept)) rmSync(each);
}

/** Pages between two looks at the signal. */
const pagesAtOnce = 1_000;

async function copyTo(
  draft: string,
  database: Database,
  { signal, onProgress }: BackupOptions,
): Promise<void> {
  signal?.throwIfAborted();
  // SQLite would make it readable for everybody.
  closeSync(openSync(draft, "w", 0o600));
  await database.backup(draft, {
    progress({ totalPages, remainingPages }) {
      onProgress?.({ done: totalPages - remainingPages, total: totalPages });
      signal?.throwIfAborted();
      return pagesAtOnce;
    },
  });
  await syncFile(draft);
}

/** A large file takes seconds to get to the disk: others work meanwhile. */
async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

export interface RestoreOptions {
  /** A backup or a snapshot. */
  readonly from: string;
  /** The store, which nobody may have open. */
  readonly to: string;
  /** Ends the copying; nothing has changed then. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Puts a backup in the place of a store. What was there is kept beside it under another name.
 *
 * @returns Where the store that was there is kept; undefined when there was none.
 * @throws {HermesError} `STATE_DAMAGED`, `STATE_FOREIGN`, `STATE_NOT_A_DATABASE`, `STATE_CANNOT_OPEN` when the backup is no
 * sound store; `STATE_LOCKED` when somebody has the store open. Nothing has changed then.
 */
export async function restoreState({ from, to, signal }: RestoreOptions): Promise<string | undefined> {
  checkNode();
  const source = resolve(from);
  const target = resolve(to);
  const draft = `${target}.${process.pid}.new`;
  try {
    await copySound(source, draft, signal);
    refuseInUse(target);
    const aside = setAside(target);
    renameSync(draft, target);
    return aside;
  } catch (error) {
    throw toStateError(error, source);
  } finally {
    rmSync(draft, { force: true });
  }
}

async function copySound(source: string, draft: string, signal: AbortSignal | undefined): Promise<void> {
  await withSound(source, async (database) => {
    mkdirSync(dirname(draft), { recursive: true, mode: 0o700 });
    await copyTo(draft, database, { signal });
  });
}

/** What is in a backup, without opening it as a store: nothing is written beside it. */
export interface BackupFacts {
  readonly sessions: number;
  readonly messages: number;
  readonly bytes: number;
  /** The last activity, in milliseconds since 1970; absent in an empty store. */
  readonly lastAt?: number | undefined;
}

/**
 * Checks a backup page by page.
 *
 * @throws {HermesError} What `restoreState` throws.
 */
export async function checkBackup(path: string): Promise<BackupFacts> {
  checkNode();
  const source = resolve(path);
  try {
    return await withSound(source, async (database) => {
      const row = database
        .prepare<[], { sessions: number; messages: number | null; last_at: number | null }>(
          "SELECT count(*) AS sessions, sum(message_count) AS messages, max(last_active_at) AS last_at FROM sessions",
        )
        .get();
      return {
        sessions: row?.sessions ?? 0,
        messages: row?.messages ?? 0,
        bytes: statSync(source).size,
        ...(typeof row?.last_at === "number" ? { lastAt: row.last_at } : {}),
      };
    });
  } catch (error) {
    throw toStateError(error, source);
  }
}

async function withSound<Result>(
  source: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  if (!existsSync(source)) {
    throw new HermesError(`There is no backup "${source}".`, {
      code: "STATE_CANNOT_OPEN",
      hint: "Give the path of a backup or a snapshot.",
    });
  }
  prepareFile(source);
  const tracesOfReading = ["-wal", "-shm"]
    .map((suffix) => source + suffix)
    .filter((path) => !existsSync(path));
  const database = new Sqlite(source, { readonly: true });
  try {
    const [problem] = problemsIn(database);
    if (problem !== undefined) throw damaged(source, problem);
    return await work(database);
  } finally {
    database.close();
    for (const trace of tracesOfReading) if (isTrace(trace)) rmSync(trace, { force: true });
  }
}

/** A program that has the store open would go on writing into the file that is set aside. */
function refuseInUse(target: string): void {
  if (!existsSync(target)) return;
  const database = new Sqlite(target, { timeout: 0 });
  try {
    // Whoever has a store in WAL mode open holds a shared lock on its file all the time.
    database.pragma("locking_mode = EXCLUSIVE");
    database.exec("BEGIN EXCLUSIVE; ROLLBACK");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    // What is wrong with a damaged store is no reason to keep it.
    if (code.startsWith("SQLITE_BUSY")) throw toStateError(error, target);
  } finally {
    database.close();
  }
}

/** A log that holds something is that of a program that has opened the backup meanwhile. */
function isTrace(trace: string): boolean {
  const log = statSync(trace.replace(/-shm$/, "-wal"), { throwIfNoEntry: false });
  return log === undefined || log.size === 0;
}

/** The write-ahead log goes with its store. */
function setAside(target: string): string | undefined {
  if (!existsSync(target)) return undefined;
  let number = 1;
  while (existsSync(`${target}.replaced-${number}`)) number++;
  const aside = `${target}.replaced-${number}`;
  for (const suffix of ["-wal", "-shm", ""])
    if (existsSync(target + suffix)) renameSync(target + suffix, aside + suffix);
  return aside;
}

/** What SQLite finds wrong with the pages. */
function problemsIn(database: Database): readonly string[] {
  return harmful(database.prepare<[], string>("PRAGMA quick_check").pluck().all());
}

/** Pages that nobody uses any more harm nobody. */
export function harmful(lines: readonly string[]): readonly string[] {
  return lines
    .flatMap((each) => each.split("\n"))
    .filter((each) => each !== "ok" && !each.startsWith("*** in database") && !/never used$/.test(each));
}

function damaged(path: string, problem: string): HermesError {
  return new HermesError(`The backup "${path}" is damaged (${problem}).`, {
    code: "STATE_DAMAGED",
    hint: "Nothing has changed. Use another backup or snapshot.",
  });
}
