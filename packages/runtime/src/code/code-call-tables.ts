import type { PartMigrations } from "@hermes/state";

/**
 * Scripts of `execute_code`, and each call that they made: the transcript of what never enters the session.
 * `call` is the tool with its arguments; `answer` is there while the run may have to be taken up again. `ended` is 0 while
 * it runs, 1 when it has ended, 2 when the session holds its result. Rows go with their session.
 */
export const codeCallTables: PartMigrations = {
  part: "sandbox",
  steps: [
    `CREATE TABLE sandbox_runs (
       id INTEGER PRIMARY KEY,
       session_id TEXT NOT NULL,
       call_id TEXT NOT NULL,
       language TEXT NOT NULL,
       code_hash TEXT NOT NULL,
       started_at INTEGER NOT NULL,
       ended INTEGER NOT NULL DEFAULT 0
     );
     CREATE INDEX sandbox_runs_by_session ON sandbox_runs (session_id, code_hash);
     CREATE TABLE sandbox_tool_calls (
       run_id INTEGER NOT NULL,
       place INTEGER NOT NULL,
       call_id TEXT NOT NULL,
       tool TEXT NOT NULL,
       call TEXT NOT NULL,
       read_only INTEGER NOT NULL,
       state TEXT NOT NULL,
       started_at INTEGER NOT NULL,
       duration_ms REAL,
       is_error INTEGER,
       answer TEXT,
       PRIMARY KEY (run_id, place)
     ) WITHOUT ROWID;
     CREATE TRIGGER sandbox_of_deleted_session AFTER DELETE ON sessions BEGIN
       DELETE FROM sandbox_tool_calls WHERE run_id IN (SELECT id FROM sandbox_runs WHERE session_id = old.id);
       DELETE FROM sandbox_runs WHERE session_id = old.id;
     END`,
  ],
};
