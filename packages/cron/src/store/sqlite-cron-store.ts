import type { CronStore } from "./cron-store.ts";
import { sqliteJobs } from "./sqlite/jobs.ts";
import { sqliteLease } from "./sqlite/lease.ts";
import { sqliteSlots } from "./sqlite/slots.ts";
import { text } from "./sqlite/store-access.ts";
import type { StoreAccess } from "./sqlite/store-access.ts";

/** Jobs and their slots in an open store of `@hermes/state`, which has to be opened with `cronTables` among its migrations. */
export function sqliteCronStore(access: StoreAccess): CronStore {
  return {
    jobs: sqliteJobs(access),
    slots: sqliteSlots(access),
    lease: sqliteLease(access),
    memory: {
      read: async (key) =>
        access.read((tables) =>
          tables
            .all("SELECT text FROM cron_memory WHERE key = ?", key)
            .map((row) => text(row, "text"))
            .at(0),
        ),
      async write(key, value) {
        access.transaction((tables) =>
          tables.run(
            "INSERT INTO cron_memory (key, text) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET text = excluded.text",
            ...[key, value],
          ),
        );
      },
    },
  };
}
