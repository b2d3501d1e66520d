import type { WakeStore } from "../wake-store.ts";
import { listed, number, text } from "./store-access.ts";
import type { StoreAccess } from "./store-access.ts";

export function sqliteWakes({ transaction, read }: StoreAccess): WakeStore {
  return {
    ask: async ({ chat, text: said }, now) =>
      transaction(
        ({ run }) =>
          run("INSERT INTO gateway_wakes (chat, text, asked_at) VALUES (?, ?, ?)", chat, said, now).lastId,
      ),
    pending: async () =>
      read(({ all }) =>
        all("SELECT * FROM gateway_wakes ORDER BY id LIMIT 1000").map((row) => ({
          ...{ id: number(row, "id"), chat: text(row, "chat"), text: text(row, "text") },
          askedAt: number(row, "asked_at"),
        })),
      ),
    async settle(ids) {
      if (ids.length === 0) return;
      transaction(({ run }) =>
        run("DELETE FROM gateway_wakes WHERE id IN (SELECT value FROM json_each(?))", listed(ids)),
      );
    },
  };
}
