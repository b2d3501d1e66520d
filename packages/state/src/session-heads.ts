import type { ToolDefinition } from "@hermes/models";
import { HermesError } from "@hermes/registry/errors";
import type { Database } from "./database/driver.ts";
import { lazy } from "./database/lazy.ts";
import type { HeadEntry, SessionHead } from "./journal.ts";
import { decodeLayout, encodeLayout, hasLayouts } from "./stored-layout.ts";
import { decodeProvenance, encodeProvenance, provenanceOf } from "./stored-provenance.ts";
import { createTexts } from "./texts.ts";

export interface SessionHeads {
  /** Writes the head of a new session in one transaction. */
  create(head: SessionHead): void;
  /** Begins an epoch of a session. Works inside the caller's transaction. */
  adopt(sessionKey: number, entry: HeadEntry): void;
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
      `INSERT INTO sessions (id, parent_id, platform, user_id, cwd, model, system_key, tools_key, provenance, layout, one_shot, started_at, last_active_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    ),
  );
  const addEpoch = lazy(() =>
    database.prepare(
      `INSERT INTO session_heads (session_key, system_key, tools_key, provenance, layout, model, after_history_id, at)
     VALUES (?, ?, ?, ?, ?, ?, (SELECT coalesce(max(id), 0) FROM histories), ?)`,
    ),
  );
  const select = database.prepare<[string], HeadRow>(selectHead(database));

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
      head.oneShot === true ? 1 : 0,
      at,
      at,
    );
    if (changes === 0) throw sessionExists(head.id);
  }).immediate;

  return {
    create,
    adopt(sessionKey, { system, tools, provenance, layout, model, at }) {
      addEpoch().run(
        sessionKey,
        texts.keep(JSON.stringify(system)),
        texts.keep(JSON.stringify(tools)),
        encodeProvenance(provenance),
        encodeLayout(layout),
        model,
        Math.round(at),
      );
    },
    find(sessionId) {
      const row = select.get(sessionId);
      return row && { key: row.key, head: toHead(row) };
    },
  };
}

/** See `schemaV14`: a store of an older version that can't be written has no epochs. */
const epochsSinceVersion = 14;

/** What requests begin with: the last of the beginning, the epochs, and the prompts that compressions brought. */
function selectHead(database: Database): string {
  const hasEpochs = Number(database.pragma("user_version", { simple: true })) >= epochsSinceVersion;
  const epoch = hasEpochs
    ? `LEFT JOIN session_heads AS epoch ON epoch.id = (SELECT max(id) FROM session_heads WHERE session_key = sessions.key)`
    : "";
  const since = (name: string, of: string): string =>
    hasEpochs ? `iif(epoch.id IS NULL, ${of}, epoch.${name})` : of;
  const provenance = provenanceOf(database, "sessions");
  const layouts = hasLayouts(database)
    ? `iif(latest.id IS NULL, ${since("layout", "sessions.layout")}, latest.layout) AS layout`
    : "NULL AS layout";
  return `SELECT sessions.key, sessions.id, parent_id, platform, user_id, cwd, ${since("model", "sessions.model")} AS model,
     ${hasEpochs ? `${since("provenance", "sessions.provenance")} AS provenance` : provenance}, ${layouts}, started_at,
     system.body AS system, tools.body AS tools
   FROM sessions ${epoch} LEFT JOIN histories AS latest ON latest.id = (SELECT max(histories.id) FROM histories
     WHERE session_key = sessions.key AND histories.system_key IS NOT NULL ${hasEpochs ? "AND histories.id > coalesce(epoch.after_history_id, 0)" : ""})
   JOIN texts AS tools ON tools.key = ${since("tools_key", "sessions.tools_key")}
   JOIN texts AS system ON system.key = coalesce(latest.system_key, ${since("system_key", "sessions.system_key")})
   WHERE sessions.id = ?`;
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
