import type { Database, Statement } from "../database/driver.ts";

export interface IndexRow {
  readonly pending_to: number;
  readonly damaged: number;
  /** Absent in a store of an older version that can't be written. */
  readonly indexed_to?: number;
}

export interface TextRow {
  readonly id: number;
  readonly text: string;
}

export interface IndexStatements {
  readonly insert: Statement<[number, string]>;
  readonly remove: Statement<[number, string]>;
  readonly state: Statement<[], IndexRow>;
  readonly markDamaged: Statement;
  readonly reset: Statement;
  readonly lower: Statement;
  readonly lastId: Statement<[], number>;
  readonly waiting: Statement<[number], TextRow>;
  readonly advanceTo: Statement;
  readonly advance: Statement<[number]>;
  readonly missing: Statement<[number, number], TextRow>;
}

export function prepareIndex(database: Database): IndexStatements {
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

/** A store of the first version that can't be written has no index. */
export function hasIndexTable(database: Database): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'search_index'").get() !== undefined;
}
