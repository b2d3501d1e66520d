import type { PartMigrations } from "@hermes/state";

/**
 * `seal_records`: what the files that steer Hermes held when Hermes or the person left them: a SHA-256 (`-`: no such file),
 * and what is needed to go by it when the file holds something else. `is_open`: it was changed while a session was open, so
 * that only a yes takes it up. `refused`: the SHA-256 of what the person said no to.
 *
 * `seal_holders`: the processes of open sessions, and those that sessions left behind. The row of one that was killed stays.
 */
export const sealTables: PartMigrations = {
  part: "seal",
  steps: [
    `CREATE TABLE seal_records (
       name TEXT PRIMARY KEY,
       hash TEXT NOT NULL,
       kept TEXT,
       taken_by TEXT NOT NULL,
       at INTEGER NOT NULL,
       is_open INTEGER NOT NULL DEFAULT 0,
       refused TEXT
     ) WITHOUT ROWID;
     CREATE TABLE seal_holders (
       id TEXT PRIMARY KEY,
       host TEXT NOT NULL,
       pid INTEGER NOT NULL,
       started TEXT NOT NULL,
       is_session INTEGER NOT NULL,
       since INTEGER NOT NULL,
       at INTEGER NOT NULL
     ) WITHOUT ROWID`,
  ],
};
