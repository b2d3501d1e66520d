import { resolve } from "node:path";
import { HermesError } from "@hermes/registry/errors";
import type { Database } from "./driver.ts";
import { isDamage } from "./is-damage.ts";
import { chooseJournalMode } from "./journal-mode.ts";
import { migrate, migrations } from "./migrations.ts";
import { migratePart, type PartMigrations } from "./part-migrations.ts";
import { lostLog } from "./lost-log.ts";
import { isOpenHere } from "./open-files.ts";
import { openReadable, type ReadableFile } from "./open-readable.ts";
import { prepareFile } from "./prepare-file.ts";
import { toStateError } from "./state-error.ts";
import { createFileWatch } from "./watch-file.ts";

/** What a warning is about, where a program can do something. */
export type StateWarningCode = "STATE_DAMAGED" | "STATE_LOG_LOST";

export interface ConnectOptions {
  readonly path: string;
  readonly synchronous: "normal" | "full";
  readonly busyTimeoutMs: number;
  readonly onWarning: (message: string, code?: StateWarningCode) => void;
  readonly parts?: readonly PartMigrations[] | undefined;
  /** @default Date.now */
  readonly now?: (() => number) | undefined;
  /** For tests of old versions. @default what the driver brings */
  readonly sqliteVersion?: string | undefined;
}

export interface Connection {
  readonly database: Database;
  readonly path: string;
  /** What is really open: `path`, or a copy of it where it can't be read in its place. */
  readonly file: string;
  readonly readOnly: boolean;
  readonly onWarning: (message: string, code?: StateWarningCode) => void;
  /** Runs `work` and puts a failure of the file or the disk in plain words. */
  readonly attempt: <Result>(work: () => Result) => Result;
  /** A second call does nothing. */
  readonly close: () => void;
}

/** Opens the file, or creates it; checks that it is ours; brings it forward. Nothing stays open when it throws. */
export function connect(options: ConnectOptions): Connection {
  // Absolute, because the working folder may change before the file is opened a second time.
  const path = options.path === ":memory:" ? options.path : resolve(options.path);
  let opened: ReadableFile | undefined;
  try {
    const writable = path === ":memory:" || prepareFile(path) === "writable";
    const lost = path === ":memory:" || isOpenHere(path) ? undefined : lostLog(path);
    if (lost !== undefined) options.onWarning(lost, "STATE_LOG_LOST");
    opened = openReadable(path, { writable, busyTimeoutMs: options.busyTimeoutMs });
    const { database, file, close } = opened;
    const readOnly = !configure(database, { ...options, path }, writable);
    warnOfClock(database, { ...options, path });
    const check = readOnly || path === ":memory:" ? () => undefined : createFileWatch(database, path);
    return {
      database,
      path,
      file,
      readOnly,
      onWarning: options.onWarning,
      attempt: attemptOn(database, path, check),
      close,
    };
  } catch (error) {
    opened?.close();
    throw toStateError(error, path);
  }
}

/** @returns Whether the store may be written. */
function configure(database: Database, options: ConnectOptions, writable: boolean): boolean {
  const { path, onWarning } = options;
  if (!writable) {
    onWarning(
      `The store "${path}" can't be written: sessions can be read, but nothing new is kept. ` +
        "Check who owns the file and its folder, and whether the disk is mounted read-only.",
    );
    database.pragma("query_only = ON");
    return false;
  }
  useJournalMode(database, options);
  database.pragma(`synchronous = ${options.synchronous}`);
  database.pragma("foreign_keys = ON");
  const ours = migrate(database);
  const isNewer =
    ours > migrations.length || (options.parts ?? []).some((part) => isFromNewer(database, part));
  if (!isNewer) return true;
  onWarning(
    `The store "${path}" was written by a newer Hermes: it is opened for reading only. Update Hermes to write to it.`,
  );
  database.pragma("query_only = ON");
  return false;
}

const clockToleranceMs = 10 * 60_000;

/** A clock that was set back does no harm to what is stored: messages keep their order. Lists by time are off until it is right. */
function warnOfClock(database: Database, { path, onWarning, now = Date.now }: ConnectOptions): void {
  const last = lastMessageAt(database, { path, onWarning });
  if (last === undefined || last <= now() + clockToleranceMs) return;
  onWarning(
    `The clock says ${new Date(now()).toISOString()}, but the last message in "${path}" is of ${new Date(last).toISOString()}. ` +
      "Nothing is lost; set the clock right, or lists and the latest session will follow the wrong times.",
  );
}

function lastMessageAt(
  database: Database,
  { path, onWarning }: Pick<ConnectOptions, "path" | "onWarning">,
): number | undefined {
  try {
    return database.prepare<[], number>("SELECT at FROM messages ORDER BY id DESC LIMIT 1").pluck().get();
  } catch (error) {
    if (!isDamage(error)) throw error;
    // The rest may be sound, and can still be read.
    onWarning(`The store "${path}" is damaged: its newest messages can't be read.`, "STATE_DAMAGED");
    return undefined;
  }
}

function isFromNewer(database: Database, part: PartMigrations): boolean {
  return migratePart(database, part) > part.steps.length;
}

function useJournalMode(database: Database, { path, onWarning, sqliteVersion }: ConnectOptions): void {
  const version = sqliteVersion ?? String(database.prepare("SELECT sqlite_version()").pluck().get());
  const mode = chooseJournalMode(version);
  if (mode !== "wal") {
    onWarning(
      `SQLite ${version} can lose data in its write-ahead log: the slower journal mode "${mode}" is used for "${path}".`,
    );
  }
  database.pragma(`journal_mode = ${mode}`);
}

function attemptOn(database: Database, path: string, check: () => void): Connection["attempt"] {
  return (work) => {
    if (database.open) check();
    try {
      return work();
    } catch (error) {
      throw database.open ? toStateError(error, path) : closed(path);
    }
  };
}

function closed(path: string): HermesError {
  return new HermesError(`The store "${path}" is closed.`, {
    code: "STATE_CLOSED",
    hint: "Open it again with openState.",
  });
}
