import type { Database } from "better-sqlite3";
import type { Connection } from "../database/connect.ts";
import { isBusy, isDamage, isUnwritable } from "../database/is-damage.ts";
import { lazy } from "../database/lazy.ts";
import { clearIndexTable, forgetIndexTable } from "./index-table.ts";
import { indexedText } from "./indexed-text.ts";
import { createMessageFacts, type IdRange } from "./message-facts.ts";

/** The index of words and parts of words over all messages. It is derived: whatever happens to it, no message is lost. */
export interface SearchIndex {
  /** Adds a message, at once or with the next ones. Works inside the caller's transaction, which must run in `guard`. */
  add(id: number, text: string): void;
  /** Adds what was written last, unless somebody else writes just now. */
  catchUp(): void;
  /** Takes out a message, given its text. Works inside the caller's transaction, which must run in `guard`. */
  remove(id: number, text: string): void;
  /** To be called after the newest messages are gone: the next ones get their ids again. Works inside the caller's transaction. */
  lower(): void;
  /** SQL of a table with `id`, `session_key`, `role`, `at` and `bytes` of each message. */
  factsOf(): string;
  /** Where all messages from `from` to `to` are, in milliseconds since 1970. */
  rangeOf(from: number, to: number): IdRange;
  /** Runs a transaction; when the index turns out to be damaged, once more without touching the index. */
  guard<Result>(work: () => Result): Result;
  /** Messages up to here are not in the index: none (0), some, or all of them (infinity) when it is damaged. */
  pendingTo(): number;
  /** Messages above it are not in the index either: what was written last, where `catchUp` could not add it. */
  indexedTo(): number;
  /** Whether `step` has anything to do. */
  isBehind(): boolean;
  /** Notes that the index can't be used. Whatever is searched is scanned from now on, until it is built anew. */
  markDamaged(): void;
  /** Throws the index away and begins anew; `step` fills it. */
  reset(): void;
  /**
   * Adds the newest of the missing messages, as many as take some ten milliseconds; then notes when messages were said.
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

/** An entry of its own for each message would take half the time of storing it. */
const messagesAtOnce = 64;
/** What waits must take few milliseconds to add: so many characters of this process, however many the messages. */
const maxWaitingChars = 32_000;
/** Blocks of messages whose times are noted in one step; each is some hundred kilobytes to read. */
const blocksAtOnce = 16;

interface IndexRow {
  readonly pending_to: number;
  readonly damaged: number;
  /** Absent in a store of an older version that can't be written. */
  readonly indexed_to?: number;
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
  const facts = createMessageFacts(database);
  /** While a transaction is run again without the index. */
  let skipping = false;
  let waitingChars = 0;
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

  /** Undefined where the index can't be used. */
  function usable(): IndexRow | undefined {
    const row = isThere() && !unreadable ? statements().state.get() : undefined;
    return row?.damaged === 0 ? row : undefined;
  }

  function pendingTo(): number {
    return usable()?.pending_to ?? Infinity;
  }

  function indexedTo(): number {
    return usable()?.indexed_to ?? Infinity;
  }

  function addWaiting(): void {
    waitingChars = 0;
    const from = usable()?.indexed_to;
    if (from === undefined) return;
    const { waiting, insert, advanceTo } = statements();
    for (const { id, text } of waiting.all(from)) insert.run(id, indexedText(text));
    facts.addAfter(from);
    advanceTo.run();
    facts.advance(1);
  }

  const addWaitingAlone = database.transaction(addWaiting).immediate;

  function catchUp(): void {
    if (readOnly || skipping || (statements().lastId.get() ?? 0) <= indexedTo()) return;
    const busyTimeoutMs = Number(database.pragma("busy_timeout", { simple: true }));
    // A search waits for nobody.
    database.pragma("busy_timeout = 0");
    try {
      guard(addWaitingAlone);
    } catch (error) {
      // What is not in the index is looked through without it.
      if (!isBusy(error) && !isUnwritable(error)) throw error;
    } finally {
      database.pragma(`busy_timeout = ${busyTimeoutMs}`);
    }
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
    if (pending === 0) {
      facts.advance(blocksAtOnce);
      return facts.isBehind();
    }
    const rows = takeStep(missing.iterate(pending, maxStepMessages));
    for (const { id, text } of rows.toReversed()) insert.run(id, indexedText(text));
    const lowest = rows.at(-1)?.id ?? 1;
    advance.run(lowest - 1);
    return lowest > 1 || facts.isBehind();
  }).immediate;

  return {
    add(id, text) {
      // In the same transaction as the message, so that it is never forgotten that the index lacks it.
      if (skipping) statements().markDamaged.run();
      else if (id % messagesAtOnce === 0 || (waitingChars += text.length) > maxWaitingChars) addWaiting();
    },
    catchUp,
    remove(id, text) {
      if (skipping) return void statements().markDamaged.run();
      facts.remove(id);
      if (id > pendingTo() && id <= indexedTo()) statements().remove.run(id, indexedText(text));
    },
    lower() {
      statements().lower.run();
      facts.lower();
    },
    guard,
    factsOf: facts.source,
    rangeOf: facts.rangeOf,
    pendingTo,
    indexedTo,
    isBehind: () => pendingTo() > 0 || facts.isBehind(),
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
    state: database.prepare<[], IndexRow>("SELECT * FROM search_index"),
    markDamaged: database.prepare("UPDATE search_index SET damaged = 1"),
    reset: database.prepare(
      `UPDATE search_index SET damaged = 0, pending_to = last.id, indexed_to = last.id, facts_from = iif(last.id = 0, 0, last.id + 1)
       FROM (SELECT coalesce(max(id), 0) AS id FROM messages) AS last`,
    ),
    lower: database.prepare(
      `UPDATE search_index SET pending_to = min(pending_to, last.id), indexed_to = min(indexed_to, last.id)
       FROM (SELECT coalesce(max(id), 0) AS id FROM messages) AS last`,
    ),
    lastId: database.prepare<[], number>("SELECT coalesce(max(id), 0) FROM messages").pluck(),
    waiting: database.prepare<[number], TextRow>(
      "SELECT id, text FROM messages WHERE id > ? AND from_compression = 0 ORDER BY id",
    ),
    advanceTo: database.prepare(
      "UPDATE search_index SET indexed_to = (SELECT coalesce(max(id), 0) FROM messages)",
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
