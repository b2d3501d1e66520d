import { statSync, type Stats } from "node:fs";
import { HermesError } from "@hermes/registry/errors";
import type { Database } from "./driver.ts";

/** How long what was found holds. In a chat every step looks; a thousand writes a second don't pay for it. */
const lookEveryMs = 100;

/**
 * Makes a check that the open store is still the file at its path, and its log the log beside it. When somebody deletes or
 * replaces one of them, SQLite goes on writing to files that have no name any more: everything would be gone
 * at the end. What was acknowledged until then is brought to safety, and everything after is refused.
 */
export function createFileWatch(database: Database, path: string): () => void {
  // Windows lets nobody delete an open file.
  if (process.platform === "win32") return () => undefined;
  const store = identityOf(path);
  let log: string | undefined;
  let lookedAt = -Infinity;
  let failure: HermesError | undefined;

  function look(): HermesError | undefined {
    const now = performance.now();
    // Inside of a transaction nothing could be brought to safety.
    if (now - lookedAt < lookEveryMs || database.inTransaction) return undefined;
    lookedAt = now;
    const found = identityOf(`${path}-wal`);
    if (identityOf(path) !== store) return replaced(path, rescueStore(database, path, found === log));
    // SQLite makes the log with the first transaction, and keeps it while anybody has the store open.
    log ??= found;
    return found === log ? undefined : logGone(path, rescueLog(database));
  }

  return () => {
    failure ??= look();
    if (failure !== undefined) throw failure;
  };
}

function identityOf(path: string): string | undefined {
  const found: Stats | undefined = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/**
 * The store without a name is whole for us: it gets another one. Its log, where that is still in its place, is emptied:
 * the next program would apply it to the file that is there now.
 *
 * @returns Where it is; undefined when that failed.
 */
function rescueStore(database: Database, path: string, isOurLog: boolean): string | undefined {
  const target = `${path}.rescued-${Date.now()}`;
  try {
    database.prepare("VACUUM INTO ?").run(target);
    if (isOurLog) database.pragma("wal_checkpoint(TRUNCATE)");
    return target;
  } catch {
    // The folder may be gone as well; the error that follows says that nothing was saved.
    return undefined;
  }
}

/** The log without a name is whole for us: what is in it goes into the store. @returns Whether all of it did. */
function rescueLog(database: Database): boolean {
  try {
    const [result] = database.pragma("wal_checkpoint(FULL)") as readonly { busy: number }[]; // the row that SQLite gives
    return result?.busy === 0;
  } catch {
    // Another program may have begun a log of its own; the error that follows says that not all was saved.
    return false;
  }
}

function replaced(path: string, rescued: string | undefined): HermesError {
  return new HermesError(`The store "${path}" was deleted or replaced by another file while it was open.`, {
    code: "STATE_REPLACED",
    hint:
      rescued === undefined
        ? "Nothing was written. What this program wrote since then could not be saved. Start it again to use the file that is there now."
        : `Nothing was written. All that was stored before is in "${rescued}". Start the program again to use the file that is there now, or restore the saved one.`,
  });
}

function logGone(path: string, saved: boolean): HermesError {
  return new HermesError(`The write-ahead log "${path}-wal" was deleted while the store was open.`, {
    code: "STATE_REPLACED",
    hint: saved
      ? "Nothing was written, and nothing that was stored before is lost. Start the program again."
      : "Nothing was written. Of what was stored last, since the last checkpoint, some may be lost. Close all programs that use the store, and start again.",
  });
}
