import type { PartMigrations } from "@hermes/state";

/**
 * What a person said about plug-ins, as they were then. `project`: the workspace that has the folder; empty for one of the home.
 * `held`: its process runs in a jail or not at all. `description`: what its module said of itself, as JSON; empty where it was not asked.
 */
export const pluginTables: PartMigrations = {
  part: "plugins",
  steps: [
    `CREATE TABLE plugins (
       project TEXT NOT NULL,
       name TEXT NOT NULL,
       version TEXT NOT NULL,
       digest TEXT NOT NULL,
       allowed INTEGER NOT NULL,
       held INTEGER NOT NULL,
       source TEXT NOT NULL,
       description TEXT NOT NULL,
       at INTEGER NOT NULL,
       PRIMARY KEY (project, name)
     ) WITHOUT ROWID`,
  ],
};
