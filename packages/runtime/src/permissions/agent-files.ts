import type { AgentFiles, LookedAtFile, MadeByAgent } from "@hermes/command-safety";
import type { PartMigrations, PartTables, State } from "@hermes/state";
import { createHash } from "node:crypto";
import type { AgentSpans } from "./agent-spans.ts";

/**
 * Files that the agent made, by what they held, and when that was noted (milliseconds since 1970): `written` by a call that
 * named them, `changed` while a command ran. `taken`: a person has agreed to what it holds. The hash is empty for what a call
 * was about to write and nobody has looked at since.
 */
export const agentFileTable: PartMigrations = {
  part: "agent_files",
  steps: [
    `CREATE TABLE agent_files (
       id INTEGER PRIMARY KEY AUTOINCREMENT,
       path TEXT NOT NULL,
       hash TEXT NOT NULL,
       made TEXT NOT NULL CHECK (made IN ('written', 'changed', 'taken')),
       at INTEGER NOT NULL,
       UNIQUE (path, hash)
     ) STRICT;
     CREATE INDEX agent_files_hash ON agent_files (hash) WHERE made = 'written';`,
  ],
};

/** The agent's files of a home. */
export interface StoredAgentFiles extends AgentFiles {
  /** A tool writes these bytes to a file, by its real path. */
  wrote(path: string, bytes: Uint8Array): Promise<void>;
  /** A person agrees to what a file holds: it counts as theirs from then on, as long as it holds that. */
  take(file: Pick<LookedAtFile, "path" | "sha256">): Promise<void>;
}

export interface AgentFilesOptions {
  readonly store: () => Promise<State>;
  /** The store if there is one. */
  readonly existingStore: () => Promise<State | undefined>;
  readonly spans: Pick<AgentSpans, "contains">;
}

/** More are forgotten, the oldest first: when they changed is then all that is known of them. */
const maxKept = 20_000;
/** Of longer files the beginning is compared. */
const hashedBytes = 100_001;

/** Of the bytes that files are compared by. */
export function hashOfBytes(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes.subarray(0, hashedBytes)).digest("hex");
}

/** Keeps in the store what the agent made; see `agentFileTable`. */
export function createAgentFiles({ store, existingStore, spans }: AgentFilesOptions): StoredAgentFiles {
  async function put(rows: readonly (readonly [path: string, hash: string, made: string])[]): Promise<void> {
    const state = await store();
    if (state.readOnly) return;
    state.transaction((tables) => {
      for (const row of rows) putRow(tables, row);
    });
  }

  return {
    async madeBy({ path, sha256, ctimeMs }): Promise<MadeByAgent | undefined> {
      const state = await existingStore();
      if (state === undefined) return undefined;
      const rows = rowsOf(state, { path, sha256, ctimeMs });
      const known = rows.find((row) => row.path === path && row.hash !== "");
      if (known !== undefined) return known.made === "taken" ? undefined : known.made;
      // Its bytes under another name, where they came later: somebody has moved or copied it.
      if (rows.some((row) => row.path !== path)) return "written";
      if (!(await spans.contains(path, ctimeMs))) return undefined;
      const made = rows.some((row) => row.hash === "") ? "written" : "changed";
      // From now on it is known by what it holds, whoever touches it.
      if (sha256 !== "") await put([[path, sha256, made]]);
      return made;
    },
    note: async (paths) => await put(paths.map((path) => [path, "", "written"])),
    wrote: async (path, bytes) => await put([[path, hashOfBytes(bytes), "written"]]),
    take: async ({ path, sha256 }) => await put([[path, sha256, "taken"]]),
  };
}

function putRow({ run }: PartTables, [path, hash, made]: readonly [string, string, string]): void {
  if (hash !== "") run("DELETE FROM agent_files WHERE path = ? AND hash = ''", path);
  const { lastId: id } = run(
    `INSERT INTO agent_files (path, hash, made, at) VALUES (?, ?, ?, ?)
     ON CONFLICT (path, hash) DO UPDATE SET made = excluded.made WHERE made = 'changed' OR excluded.made = 'taken'`,
    ...[path, hash, made, Date.now()],
  );
  run("DELETE FROM agent_files WHERE id <= ?", id - maxKept);
}

interface AgentFileRow {
  readonly path: string;
  readonly hash: string;
  readonly made: MadeByAgent | "taken";
}

/** What is known of a path, as it is and as it was noted, and of its bytes elsewhere. */
function rowsOf(state: State, { path, sha256, ctimeMs }: LookedAtFile): readonly AgentFileRow[] {
  // A store that can't be written may be one without the table.
  if (state.readOnly) return [];
  const rows = state.read(({ all }) =>
    all(
      `SELECT path, hash, made FROM agent_files WHERE path = ? AND hash IN (?, '')
       UNION ALL SELECT path, hash, made FROM agent_files
       WHERE made = 'written' AND hash = ? AND hash <> '' AND path <> ? AND at <= ?`,
      ...[path, sha256, sha256, path, Math.ceil(ctimeMs)],
    ),
  );
  return rows.map(({ path: at, hash, made }) => ({
    ...{ path: String(at), hash: String(hash) },
    made: made === "taken" || made === "changed" ? made : "written",
  }));
}
