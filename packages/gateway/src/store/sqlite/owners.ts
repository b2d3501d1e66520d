import type { LeaseOwner } from "@hermes/agent-loop";
import type { OwnerStore, PlatformLease } from "../owner-store.ts";
import { number, text } from "./store-access.ts";
import type { Row, StoreAccess } from "./store-access.ts";

export function sqliteOwners({ transaction, read }: StoreAccess): OwnerStore {
  const select = "SELECT owner, token, since, expires_at FROM gateway_owners WHERE platform = ?";
  return {
    acquire: async (platform, { owner, now, ttlMs, isGone }) =>
      transaction((tables) => {
        const before = tables.all(select, platform).map(toLease).at(0);
        if (before !== undefined && before.expiresAt > now && !isGone(before.owner))
          return { heldBy: before };
        const lease = { owner, token: (before?.token ?? 0) + 1, since: now, expiresAt: now + ttlMs };
        tables.run(
          `INSERT INTO gateway_owners (platform, owner, token, since, expires_at) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (platform) DO UPDATE SET owner = excluded.owner, token = excluded.token,
             since = excluded.since, expires_at = excluded.expires_at`,
          ...[platform, JSON.stringify(owner), lease.token, now, lease.expiresAt],
        );
        return { lease };
      }),
    renew: async ({ platform, token }, expiresAt) =>
      transaction(
        (tables) =>
          tables.run(
            "UPDATE gateway_owners SET expires_at = max(expires_at, ?) WHERE platform = ? AND token = ?",
            ...[expiresAt, platform, token],
          ).changes === 1,
      ),
    release: async ({ platform, token }) => {
      // The row stays: the next token has to be greater.
      transaction((tables) =>
        tables.run(
          "UPDATE gateway_owners SET expires_at = 0 WHERE platform = ? AND token = ?",
          ...[platform, token],
        ),
      );
    },
    holder: async (platform) =>
      read((tables) => tables.all(`${select} AND expires_at > 0`, platform).map(toLease).at(0)),
  };
}

function toLease(row: Row): PlatformLease {
  // Written by `acquire`.
  const owner: LeaseOwner = JSON.parse(text(row, "owner"));
  return {
    owner,
    token: number(row, "token"),
    since: number(row, "since"),
    expiresAt: number(row, "expires_at"),
  };
}
