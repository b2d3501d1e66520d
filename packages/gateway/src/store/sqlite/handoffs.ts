import type { Handoff, HandoffStore } from "../chat-store.ts";
import { number, optional, text } from "./store-access.ts";
import type { Row, StoreAccess } from "./store-access.ts";

export function sqliteHandoffs({ transaction, read }: StoreAccess): HandoffStore {
  return {
    ask: async (request, now) =>
      transaction(
        (tables) =>
          tables.run(
            "INSERT INTO gateway_handoffs (platform, request, asked_at) VALUES (?, ?, ?)",
            ...[request.to.platform, JSON.stringify(request), now],
          ).lastId,
      ),
    pending: async (platform) =>
      read((tables) =>
        tables
          .all(
            "SELECT * FROM gateway_handoffs WHERE platform = ? AND state = 'pending' ORDER BY id",
            platform,
          )
          .map(toHandoff),
      ),
    settle: async (id, { state, reason }) =>
      transaction(
        (tables) =>
          tables.run(
            "UPDATE gateway_handoffs SET state = ?, reason = ? WHERE id = ? AND state = 'pending'",
            ...[state, reason ?? null, id],
          ).changes === 1,
      ),
    get: async (id) =>
      read((tables) => tables.all("SELECT * FROM gateway_handoffs WHERE id = ?", id).map(toHandoff).at(0)),
  };
}

function toHandoff(row: Row): Handoff {
  // Written by `ask`.
  const request: Pick<Handoff, "sessionId" | "title" | "to"> = JSON.parse(text(row, "request"));
  const state = text(row, "state") as Handoff["state"];
  return { ...request, id: number(row, "id"), state, reason: optional(row, "reason") };
}
