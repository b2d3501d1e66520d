import { z } from "zod";
import type { SchedulerLease, SchedulerLeaseStore } from "../cron-store.ts";
import { number, text } from "./store-access.ts";
import type { Row, StoreAccess } from "./store-access.ts";

const owner = z.object({ host: z.string(), pid: z.number(), processStart: z.string().optional() });

export function sqliteLease({ transaction, read }: StoreAccess): SchedulerLeaseStore {
  const select = "SELECT owner, token, expires_at FROM cron_lease";
  return {
    acquire: async (request) =>
      transaction((tables) => {
        const before = tables.all(select).map(toLease).at(0);
        if (before !== undefined && before.expiresAt > request.now && !request.isGone(before.owner))
          return { heldBy: before };
        const lease = {
          owner: request.owner,
          token: (before?.token ?? 0) + 1,
          expiresAt: request.now + request.ttlMs,
        };
        tables.run(
          `INSERT INTO cron_lease (id, owner, token, expires_at) VALUES (1, ?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, token = excluded.token, expires_at = excluded.expires_at`,
          ...[JSON.stringify(lease.owner), lease.token, lease.expiresAt],
        );
        return { lease };
      }),
    renew: async (token, expiresAt) =>
      transaction(
        (tables) =>
          tables.run(
            "UPDATE cron_lease SET expires_at = max(expires_at, ?) WHERE token = ?",
            ...[expiresAt, token],
          ).changes === 1,
      ),
    release: async (token) => {
      // The row stays: the next token has to be greater.
      transaction((tables) => tables.run("UPDATE cron_lease SET expires_at = 0 WHERE token = ?", token));
    },
    holder: async () => read((tables) => tables.all(`${select} WHERE expires_at > 0`).map(toLease).at(0)),
  };
}

function toLease(row: Row): SchedulerLease {
  return {
    owner: owner.parse(JSON.parse(text(row, "owner"))),
    token: number(row, "token"),
    expiresAt: number(row, "expires_at"),
  };
}
