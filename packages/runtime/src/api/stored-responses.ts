import type { ResponsesPort, StoredResponse } from "@hermes/api";
import type { State } from "@hermes/state";
import * as z from "zod";

const maxKept = 1_000;

const row = z.object({
  id: z.string(),
  user_id: z.string(),
  session_id: z.string(),
  message_count: z.number().nullable(),
  cursor: z.string(),
  body: z.string(),
  created_at: z.number(),
});

/** Keeps answers of `/v1/responses` in the store, the newest thousand. */
export function storedResponses(store: () => Promise<State>): ResponsesPort {
  return {
    async put({ id, userId, sessionId, messageCount = null, cursor, body, createdAt }) {
      (await store()).transaction((tables) => {
        tables.run(
          `INSERT INTO api_responses (id, user_id, session_id, message_count, cursor, body, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET message_count = excluded.message_count,
             session_id = excluded.session_id, cursor = excluded.cursor, body = excluded.body`,
          ...[id, userId, sessionId, messageCount, cursor, body, createdAt],
        );
        tables.run(
          `DELETE FROM api_responses WHERE created_at < coalesce(
             (SELECT created_at FROM api_responses ORDER BY created_at DESC LIMIT 1 OFFSET ?), 0)`,
          maxKept - 1,
        );
      });
    },
    async get(id) {
      const [found] = (await store()).read((tables) =>
        tables.all("SELECT * FROM api_responses WHERE id = ?", id),
      );
      return found && toResponse(found);
    },
    async delete(id) {
      return (await store()).transaction((tables) => {
        const [found] = tables.all("SELECT id FROM api_responses WHERE id = ?", id);
        tables.run("DELETE FROM api_responses WHERE id = ?", id);
        return found !== undefined;
      });
    },
  };
}

function toResponse(found: unknown): StoredResponse {
  const { id, user_id, session_id, message_count, cursor, body, created_at } = row.parse(found);
  return {
    ...{ id, userId: user_id, sessionId: session_id, cursor, body, createdAt: created_at },
    messageCount: message_count ?? undefined,
  };
}
