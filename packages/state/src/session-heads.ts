import type { ToolDefinition } from "@hermes/models";
import { HermesError } from "@hermes/registry/errors";
import type { Database } from "better-sqlite3";
import { lazy } from "./database/lazy.ts";
import type { SessionHead } from "./journal.ts";
import { decodeLayout, encodeLayout, hasLayouts } from "./stored-layout.ts";
import { decodeProvenance, encodeProvenance, provenanceOf } from "./stored-provenance.ts";
import { createTexts } from "./texts.ts";

export interface SessionHeads {
  /** Writes the head of a new session in one transaction. */
  create(head: SessionHead): void;
  find(sessionId: string): { readonly key: number; readonly head: SessionHead } | undefined;
}

interface HeadRow {
  readonly key: number;
  readonly id: string;
  readonly parent_id: string | null;
  readonly platform: string;
  readonly user_id: string | null;
  readonly cwd: string | null;
  readonly model: string;
  readonly system: string;
  readonly tools: string;
  readonly provenance: string | null;
  readonly layout: string | null;
  readonly started_at: number;
}

export function createSessionHeads(database: Database): SessionHeads {
  const texts = createTexts(database);
  // With the first write: a store of an older version that can't be written lacks a column.
  const insert = lazy(() =>
    database.prepare(
      `INSERT INTO sessions (id, parent_id, platform, user_id, cwd, model, system_key, tools_key, provenance, layout, started_at, last_active_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    ),
  );
  const layout = hasLayouts(database)
    ? "iif(latest.id IS NULL, sessions.layout, latest.layout) AS layout"
    : "NULL AS layout";
  const select = database.prepare<[string], HeadRow>(
    `SELECT sessions.key, sessions.id, parent_id, platform, user_id, cwd, model, ${provenanceOf(database, "sessions")}, ${layout}, started_at, system.body AS system, tools.body AS tools
     FROM sessions LEFT JOIN histories AS latest ON latest.id = (SELECT max(histories.id) FROM histories
       WHERE session_key = sessions.key AND histories.system_key IS NOT NULL)
     JOIN texts AS tools ON tools.key = tools_key
     JOIN texts AS system ON system.key = coalesce(latest.system_key, sessions.system_key)
     WHERE sessions.id = ?`,
  );

  const create = database.transaction((head: SessionHead) => {
    const at = Math.round(head.startedAt);
    const { changes } = insert().run(
      head.id,
      head.parentId ?? null,
      head.platform,
      head.userId ?? null,
      head.cwd ?? null,
      head.model,
      texts.keep(JSON.stringify(head.system)),
      texts.keep(JSON.stringify(head.tools)),
      encodeProvenance(head.provenance),
      encodeLayout(head.layout),
      at,
      at,
    );
    if (changes === 0) throw sessionExists(head.id);
  }).immediate;

  return {
    create,
    find(sessionId) {
      const row = select.get(sessionId);
      return row && { key: row.key, head: toHead(row) };
    },
  };
}

function toHead(row: HeadRow): SessionHead {
  return {
    id: row.id,
    // Both were written by `create`. JSON keeps every character and the order of keys: a request must not change by a byte.
    system: JSON.parse(row.system) as string,
    tools: JSON.parse(row.tools) as readonly ToolDefinition[],
    ...decodeProvenance(row.provenance),
    ...decodeLayout(row.layout),
    model: row.model,
    platform: row.platform,
    ...(row.cwd === null ? {} : { cwd: row.cwd }),
    ...(row.user_id === null ? {} : { userId: row.user_id }),
    ...(row.parent_id === null ? {} : { parentId: row.parent_id }),
    startedAt: row.started_at,
  };
}

function sessionExists(id: string): HermesError {
  return new HermesError(`There is already a session "${id}" in the store.`, {
    code: "STATE_SESSION_EXISTS",
    hint: "Load it to continue, or begin one with another id.",
  });
}
