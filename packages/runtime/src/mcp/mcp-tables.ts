import type { PartMigrations } from "@hermes/state";

/**
 * `mcp_consents`: what a person said about starting a server, as its entry was written then. `project`: the workspace whose
 * `.mcp.json` names it; empty for one of the settings.
 *
 * `mcp_pins`: the definitions of its tools as they were when they were first seen after that.
 */
export const mcpTables: PartMigrations = {
  part: "mcp",
  steps: [
    `CREATE TABLE mcp_consents (
       project TEXT NOT NULL,
       name TEXT NOT NULL,
       entry TEXT NOT NULL,
       allowed INTEGER NOT NULL,
       at INTEGER NOT NULL,
       PRIMARY KEY (project, name)
     ) WITHOUT ROWID;
     CREATE TABLE mcp_pins (
       entry TEXT NOT NULL,
       tool TEXT NOT NULL,
       hash TEXT NOT NULL,
       definition TEXT NOT NULL,
       PRIMARY KEY (entry, tool)
     ) WITHOUT ROWID`,
  ],
};
