import type { PartMigrations } from "@hermes/state";

/**
 * What a person said about the programs of hooks, as they were then. `hook`: SHA-256 of the event, the command and what it may
 * reach. `project`: the folder whose files it runs; empty where it runs none of a project. `held`: it runs in a jail or not at all.
 */
export const hookTables: PartMigrations = {
  part: "hooks",
  steps: [
    `CREATE TABLE hook_consents (
       hook TEXT NOT NULL,
       project TEXT NOT NULL,
       digest TEXT NOT NULL,
       allowed INTEGER NOT NULL,
       held INTEGER NOT NULL,
       at INTEGER NOT NULL,
       PRIMARY KEY (hook, project)
     ) WITHOUT ROWID`,
  ],
};
