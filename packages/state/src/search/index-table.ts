import type { Database } from "../database/driver.ts";
import { factTables } from "../database/schema-v10.ts";

/** Empties both indices and the facts beside them. Works inside the caller's transaction. @throws When its pages can't be read any more. */
export function clearIndexTable(database: Database): void {
  database.exec(
    "DROP TABLE message_words; DROP TABLE session_words; DROP TABLE message_facts; DROP TABLE message_times;",
  );
  create(database);
}

/**
 * Empties them where their pages can't be read, by forgetting them: their space is lost until a VACUUM.
 * Works inside the caller's transaction, in which nothing has failed yet.
 */
export function forgetIndexTable(database: Database): void {
  database.unsafeMode(true);
  try {
    database.pragma("writable_schema = ON");
    database.exec(
      `DELETE FROM sqlite_schema WHERE name IN ('message_words', 'session_words', 'message_facts', 'message_times')
         OR name LIKE 'message\\_words\\_%' ESCAPE '\\' OR name LIKE 'session\\_words\\_%' ESCAPE '\\'`,
    );
  } finally {
    // RESET also makes SQLite read the schema anew.
    database.pragma("writable_schema = RESET");
    database.unsafeMode(false);
  }
  create(database);
}

function create(database: Database): void {
  database.exec(`
    CREATE VIRTUAL TABLE message_words USING fts5(text, content = '', tokenize = 'ascii');
    CREATE VIRTUAL TABLE session_words USING fts5(text, content = '', contentless_delete = 1, tokenize = 'ascii');
    ${factTables}
  `);
}
