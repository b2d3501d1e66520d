import type { PartMigrations } from "@hermes/state";

/** The table of what runs in the background. Rows go when they say nothing any more, and with their session. */
export const processMigrations: PartMigrations = {
  part: "processes",
  steps: [
    `CREATE TABLE processes_records (
       task_id TEXT NOT NULL,
       id TEXT NOT NULL,
       record TEXT NOT NULL,
       PRIMARY KEY (task_id, id)
     ) WITHOUT ROWID;
     CREATE TRIGGER processes_of_deleted_session AFTER DELETE ON sessions BEGIN
       DELETE FROM processes_records WHERE task_id = old.id;
     END`,
    // What waits is told from the notices of the store, whatever noticed it.
    `INSERT OR IGNORE INTO notices (session_id, id, source, text, at)
     SELECT task_id, 'process:' || json_extract(notice.value, '$.id') || '@' || json_extract(record, '$.startedAtMs'),
       'process', json_extract(notice.value, '$.text'), json_extract(record, '$.startedAtMs')
     FROM processes_records,
       json_each(CASE WHEN json_valid(record) THEN record ELSE '{}' END, '$.notices') AS notice`,
  ],
};
