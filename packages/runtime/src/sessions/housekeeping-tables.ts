import type { PartMigrations } from "@hermes/state";

/**
 * What housekeeping remembers, in the store itself. `housekeeping_marks`: what was done when, and how far.
 * `housekeeping_lease`: who is at it, so that of several programs one is.
 */
export const housekeepingTables: PartMigrations = {
  part: "housekeeping",
  steps: [
    `CREATE TABLE housekeeping_marks (
       name TEXT PRIMARY KEY,
       value TEXT NOT NULL,
       at INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE housekeeping_lease (
       id INTEGER PRIMARY KEY CHECK (id = 1),
       holder TEXT NOT NULL,
       host TEXT NOT NULL,
       pid INTEGER NOT NULL,
       until INTEGER NOT NULL
     ) STRICT;`,
  ],
};
