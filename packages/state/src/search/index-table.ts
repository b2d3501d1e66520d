import type { Database } from "better-sqlite3";

export function createIndexTable(database: Database): void {
  database.exec("CREATE VIRTUAL TABLE message_words USING fts5(text, content = '', tokenize = 'ascii')");
}

/** Removes the index even when its pages can't be read any more. Works inside the caller's transaction. */
export function dropIndexTable(database: Database): void {
  try {
    database.exec("DROP TABLE IF EXISTS message_words");
  } catch {
    // Dropping walks the damaged pages. Forgetting them only wastes their space, until a backup is written.
    forget(database);
  }
}

function forget(database: Database): void {
  database.unsafeMode(true);
  try {
    database.pragma("writable_schema = ON");
    database.exec(
      "DELETE FROM sqlite_schema WHERE name = 'message_words' OR name LIKE 'message\\_words\\_%' ESCAPE '\\'",
    );
  } finally {
    // RESET also makes SQLite read the schema anew.
    database.pragma("writable_schema = RESET");
    database.unsafeMode(false);
  }
}
