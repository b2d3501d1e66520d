import type { GatewayStore } from "./gateway-store.ts";
import { sqliteChats } from "./sqlite/chats.ts";
import { sqliteHandoffs } from "./sqlite/handoffs.ts";
import { sqliteWakes } from "./sqlite/wakes.ts";
import { sqliteInbox } from "./sqlite/inbox.ts";
import { sqliteOutbox } from "./sqlite/outbox.ts";
import { sqliteOwners } from "./sqlite/owners.ts";
import { text } from "./sqlite/store-access.ts";
import type { StoreAccess } from "./sqlite/store-access.ts";

export interface SqliteGatewayStoreOptions {
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** The gateway's rows in an open store of `@hermes/state`, which has to be opened with `gatewayTables` among its migrations. */
export function sqliteGatewayStore(
  access: StoreAccess,
  { now = Date.now }: SqliteGatewayStoreOptions = {},
): GatewayStore {
  const { writer, ...outbox } = sqliteOutbox(access, now);
  return {
    owners: sqliteOwners(access),
    inbox: sqliteInbox(access, writer),
    outbox,
    chats: sqliteChats(access),
    handoffs: sqliteHandoffs(access),
    wakes: sqliteWakes(access),
    memory: {
      read: async (scope, key) =>
        access.read((tables) =>
          tables
            .all("SELECT text FROM gateway_memory WHERE scope = ? AND key = ?", scope, key)
            .map((row) => text(row, "text"))
            .at(0),
        ),
      async write(scope, key, value) {
        access.transaction((tables) =>
          tables.run(
            `INSERT INTO gateway_memory (scope, key, text) VALUES (?, ?, ?)
             ON CONFLICT (scope, key) DO UPDATE SET text = excluded.text`,
            ...[scope, key, value],
          ),
        );
      },
    },
  };
}
