import type { PartMigrations } from "@hermes/state";

/** Answers of `/v1/responses` that are kept to be asked for, and gone on from. They go with their sessions. */
export const responseTables: PartMigrations = {
  part: "api",
  steps: [
    `CREATE TABLE api_responses (
       id TEXT NOT NULL PRIMARY KEY,
       user_id TEXT NOT NULL,
       session_id TEXT NOT NULL,
       message_count INTEGER,
       cursor TEXT NOT NULL,
       body TEXT NOT NULL,
       created_at INTEGER NOT NULL
     );
     CREATE INDEX api_responses_by_time ON api_responses (created_at);
     CREATE INDEX api_responses_by_session ON api_responses (session_id);
     CREATE TRIGGER api_responses_of_deleted_session AFTER DELETE ON sessions BEGIN
       DELETE FROM api_responses WHERE session_id = old.id;
     END`,
  ],
};
