import type { Connection } from "./database/connect.ts";
import { lazy } from "./database/lazy.ts";
import { toStoredMessage, type MessageRow } from "./create-message-reader.ts";
import type { StoredMessage } from "./stored-message.ts";

/** A message of the live history, and where its original is. */
export interface LiveId {
  readonly role: "user" | "assistant" | "tool";
  readonly callId?: string | undefined;
  /** Undefined: a compression wrote it, and it stands for no single message. */
  readonly id?: number | undefined;
}

/** Messages by their ids, from the first to the last. */
export interface OriginalRange {
  readonly from: number;
  /** @default from */
  readonly to?: number | undefined;
  /** @default 1_000 */
  readonly limit?: number | undefined;
}

/** What compressions left behind, as it was written. */
export interface Originals {
  /** The live history of a session, in its order. */
  liveIds(sessionId: string): readonly LiveId[];
  /** What was said in a session, or in those that it is a copy of, with ids in a range; oldest first. */
  originals(sessionId: string, range: OriginalRange): readonly StoredMessage[];
}

interface LiveRow {
  readonly id: number;
  readonly role: LiveId["role"];
  readonly tool_call_id: string | null;
  readonly from_compression: number;
}

export function createOriginals({ database, attempt }: Connection): Originals {
  const statements = lazy(() => ({
    live: database.prepare<{ id: string }, LiveRow>(
      `WITH session AS (SELECT key FROM sessions WHERE id = @id),
         latest AS (SELECT message_ids, after_id FROM histories WHERE session_key = (SELECT key FROM session) ORDER BY id DESC LIMIT 1)
       SELECT m.id, m.role, m.tool_call_id, m.from_compression FROM (
         SELECT value AS id, 0 AS part, json_each.key AS place FROM latest, json_each(latest.message_ids)
         UNION ALL SELECT id, 1, id FROM messages
           WHERE session_key = (SELECT key FROM session) AND id > coalesce((SELECT after_id FROM latest), 0)
       ) AS listed JOIN messages AS m ON m.id = listed.id ORDER BY listed.part, listed.place`,
    ),
    results: database.prepare<[string], { id: number; tool_call_id: string }>(
      `SELECT id, tool_call_id FROM messages WHERE session_key = (SELECT key FROM sessions WHERE id = ?)
         AND role = 'tool' AND from_compression = 0 ORDER BY id`,
    ),
    range: database.prepare<{ id: string; from: number; to: number; limit: number }, MessageRow>(
      `WITH RECURSIVE copied (key, parent_id, depth) AS (
         SELECT key, parent_id, 0 FROM sessions WHERE id = @id
         UNION ALL SELECT s.key, s.parent_id, depth + 1 FROM copied JOIN sessions AS s ON s.id = copied.parent_id WHERE depth < 100)
       SELECT * FROM messages WHERE id BETWEEN @from AND @to AND from_compression = 0
         AND session_key IN (SELECT key FROM copied) ORDER BY id LIMIT @limit`,
    ),
  }));

  const liveIds = database.transaction((sessionId: string): readonly LiveId[] => {
    const { live, results } = statements();
    const rows = live.all({ id: sessionId });
    // A result that was made shorter has its original under the same call.
    const isShortened = rows.some((row) => row.from_compression === 1 && row.role === "tool");
    const byCall = new Map(
      isShortened ? results.all(sessionId).map((row) => [row.tool_call_id, row.id]) : [],
    );
    return rows.map(({ id, role, tool_call_id, from_compression }) => {
      const original = from_compression === 0 ? id : byCall.get(tool_call_id ?? "");
      return {
        role,
        ...(tool_call_id === null ? {} : { callId: tool_call_id }),
        ...(original === undefined ? {} : { id: original }),
      };
    });
  });

  return {
    liveIds: (sessionId) => attempt(() => liveIds(sessionId)),
    originals: (sessionId, { from, to = from, limit = 1_000 }) =>
      attempt(() => statements().range.all({ id: sessionId, from, to, limit }).map(toStoredMessage)),
  };
}
