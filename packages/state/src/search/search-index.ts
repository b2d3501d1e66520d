import type { Database } from "better-sqlite3";
import type { Connection } from "../database/connect.ts";
import { isDamage } from "../database/is-damage.ts";
import { lazy } from "../database/lazy.ts";
import { clearIndexTable, forgetIndexTable } from "./index-table.ts";
import { indexedText } from "./indexed-text.ts";

/** The index of words and parts of words over all messages. It is derived: whatever happens to it, no message is lost. */
export interface SearchIndex {
  /** Adds a message. Works inside the caller's transaction, which must run in `guard`. */
  add(id: number, text: string): void;
  /** Takes out a message, given its text. Works inside the caller's transaction, which must run in `guard`. */
  remove(id: number, text: string): void;
  /** Runs a transaction; when the index turns out to be damaged, once more without touching the index. */
  guard<Result>(work: () => Result): Result;
  /** Messages up to here are not in the index: none (0), some, or all of them (infinity) when it is damaged. */
  pendingTo(): number;
  /** Notes that the index can't be used. Whatever is searched is scanned from now on, until it is built anew. */
  markDamaged(): void;
  /** Throws the index away and begins anew; `step` fills it. */
  reset(): void;
  /**
   * Adds the newest of the missing messages, as many as take some ten milliseconds.
   *
   * @returns Whether there are more.
   */
  step(): boolean;
}

export interface SearchIndexEvents {
  readonly onDamaged: () => void;
  /** Called inside the transaction that has emptied both indices. */
  readonly onReset: () => void;
}

/** Characters in one step. The index takes about ten million a second. */
const maxStepChars = 300_000;
const maxStepMessages = 500;

interface IndexRow {
  readonly pending_to: number;
  readonly damaged: number;
}

interface TextRow {
  readonly id: number;
  readonly text: string;
}

export function createSearchIndex(
  { database, readOnly, onWarning, path }: Connection,
  { onDamaged, onReset }: SearchIndexEvents,
): SearchIndex {
  const statements = lazy(() => prepare(database));
  const isThere = lazy(() => hasTable(database));
  /** While a transaction is run again without the index. */
  let skipping = false;
  /** That the index is damaged is written into the store, for all processes; where that can't be, it is known here. */
  let unreadable = false;

  function markDamaged(): void {
    onWarning(
      `The search index of "${path}" is damaged. No message is lost: it is built anew, and until then searching is slower.`,
    );
    if (readOnly) unreadable = true;
    else statements().markDamaged.run();
    onDamaged();
  }

  function guard<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      if (!isDamage(error)) throw error;
      skipping = true;
      try {
        // When this fails too, it is not the index but the store itself.
        const result = work();
        markDamaged();
        return result;
      } finally {
        skipping = false;
      }
    }
  }

  function pendingTo(): number {
    const row = isThere() && !unreadable ? statements().state.get() : undefined;
    return row === undefined || row.damaged === 1 ? Infinity : row.pending_to;
  }

  const resetBy = database.transaction((empty: (database: Database) => void) => {
    empty(database);
    statements().reset.run();
    onReset();
  }).immediate;

  function reset(): void {
    try {
      resetBy(clearIndexTable);
    } catch (error) {
      if (!isDamage(error)) throw error;
      resetBy(forgetIndexTable);
    }
  }

  const step = database.transaction((): boolean => {
    const { state, missing, insert, advance } = statements();
    const pending = state.get()?.pending_to ?? 0;
    const rows = takeStep(missing.iterate(pending, maxStepMessages));
    for (const { id, text } of rows.toReversed()) insert.run(id, indexedText(text));
    const lowest = rows.at(-1)?.id ?? 1;
    advance.run(lowest - 1);
    return lowest > 1;
  }).immediate;

  return {
    add(id, text) {
      if (!skipping) statements().insert.run(id, indexedText(text));
      // In the same transaction as the message, so that it is never forgotten that the index lacks it.
      else statements().markDamaged.run();
    },
    remove(id, text) {
      if (skipping) statements().markDamaged.run();
      else if (id > pendingTo()) statements().remove.run(id, indexedText(text));
    },
    guard,
    pendingTo,
    markDamaged,
    reset,
    step,
  };
}

function prepare(database: Database) {
  return {
    insert: database.prepare<[number, string]>("INSERT INTO message_words (rowid, text) VALUES (?, ?)"),
    remove: database.prepare<[number, string]>(
      "INSERT INTO message_words (message_words, rowid, text) VALUES ('delete', ?, ?)",
    ),
    state: database.prepare<[], IndexRow>("SELECT pending_to, damaged FROM search_index"),
    markDamaged: database.prepare("UPDATE search_index SET damaged = 1"),
    reset: database.prepare(
      "UPDATE search_index SET damaged = 0, pending_to = (SELECT coalesce(max(id), 0) FROM messages)",
    ),
    advance: database.prepare<[number]>("UPDATE search_index SET pending_to = ?"),
    missing: database.prepare<[number, number], TextRow>(
      "SELECT id, text FROM messages WHERE id <= ? AND from_compression = 0 ORDER BY id DESC LIMIT ?",
    ),
  };
}

function takeStep(rows: Iterable<TextRow>): readonly TextRow[] {
  const taken: TextRow[] = [];
  let chars = 0;
  for (const row of rows) {
    taken.push(row);
    chars += row.text.length;
    if (chars > maxStepChars) break;
  }
  return taken;
}

/** A store of the first version that can't be written has no index. */
function hasTable(database: Database): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'search_index'").get() !== undefined;
}
