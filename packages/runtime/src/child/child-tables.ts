import type { PartMigrations } from "@hermes/state";

/** Runs of children, and how they ended. Rows go with the session of the child, or of its parent. */
export const childTables: PartMigrations = {
  part: "children",
  steps: [
    `CREATE TABLE children_runs (
       id TEXT NOT NULL,
       run INTEGER NOT NULL,
       parent_id TEXT NOT NULL,
       state TEXT NOT NULL,
       started_at INTEGER NOT NULL,
       record TEXT NOT NULL,
       ended TEXT,
       PRIMARY KEY (id, run)
     ) WITHOUT ROWID;
     CREATE INDEX children_runs_by_parent ON children_runs (parent_id, started_at);
     CREATE INDEX children_runs_running ON children_runs (parent_id) WHERE state = 'running';
     CREATE TRIGGER children_of_deleted_session AFTER DELETE ON sessions BEGIN
       DELETE FROM children_runs WHERE id = old.id;
       DELETE FROM children_runs WHERE parent_id = old.id;
     END`,
  ],
};
