import { HermesError } from "@hermes/registry/errors";
import type { Database } from "./database/driver.ts";
import type { LeaseAnswer, LeaseOwner, LeaseRequest, SessionLease, SessionLeases } from "./session-lease.ts";
import { sessionNotFound } from "./session-not-found.ts";

export interface LeaseTable extends SessionLeases {
  /**
   * Part of the transaction that writes: the holder's token is the only one that may, and none where nobody holds it.
   *
   * @throws {HermesError} `SESSION_LEASE_LOST`, `STATE_SESSION_NOT_FOUND`.
   */
  check(sessionId: string, token: number | undefined): void;
}

interface LeaseRow {
  readonly token: number;
  readonly owner: string | null;
  readonly since: number;
  readonly expires_at: number;
}

/** Leases over one connection. Not for a store that is only read: it may be of an older version, without the table. */
export function createSessionLeases(database: Database): LeaseTable {
  const keyOf = database.prepare<[string], number>("SELECT key FROM sessions WHERE id = ?").pluck();
  const find = database.prepare<[string], LeaseRow>(
    `SELECT token, owner, since, expires_at FROM session_leases
     WHERE session_key = (SELECT key FROM sessions WHERE id = ?)`,
  );
  const heldToken = database
    .prepare<[string], number>(
      `SELECT token FROM session_leases
       WHERE session_key = (SELECT key FROM sessions WHERE id = ?) AND owner IS NOT NULL`,
    )
    .pluck();
  const put = database.prepare(
    `INSERT INTO session_leases (session_key, token, owner, since, expires_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (session_key) DO UPDATE SET token = excluded.token, owner = excluded.owner, since = excluded.since,
       expires_at = excluded.expires_at`,
  );
  const ofHolder =
    "session_key = (SELECT key FROM sessions WHERE id = ?) AND token = ? AND owner IS NOT NULL";
  const prolong = database.prepare(
    `UPDATE session_leases SET expires_at = max(expires_at, ?) WHERE ${ofHolder}`,
  );
  const free = database.prepare(`UPDATE session_leases SET owner = NULL WHERE ${ofHolder}`);

  const acquire = database.transaction(
    (
      sessionId: string,
      { owner, now, ttlMs, isGone, takeOver = false }: LeaseRequest,
    ): LeaseAnswer | undefined => {
      const key = keyOf.get(sessionId);
      if (key === undefined) return undefined;
      const row = find.get(sessionId);
      const held = toLease(row);
      if (held !== undefined && !takeOver && now < held.expiresAt && !isGone(held.owner))
        return { heldBy: held };
      const times = { since: Math.round(now), expiresAt: Math.round(now + ttlMs) };
      const lease = { owner, token: (row?.token ?? 0) + 1, ...times };
      put.run(key, lease.token, JSON.stringify(owner), lease.since, lease.expiresAt);
      return { lease };
    },
  ).immediate;

  return {
    acquire,
    renew: (sessionId, token, expiresAt) => prolong.run(Math.round(expiresAt), sessionId, token).changes > 0,
    release: (sessionId, token) => void free.run(sessionId, token),
    holder: (sessionId) => toLease(find.get(sessionId)),
    check(sessionId, token) {
      if (heldToken.get(sessionId) === token) return;
      if (keyOf.get(sessionId) === undefined) throw sessionNotFound(sessionId);
      throw leaseLost(sessionId, token, toLease(find.get(sessionId)));
    },
  };
}

function toLease(row: LeaseRow | undefined): SessionLease | undefined {
  if (row === undefined || row.owner === null) return undefined;
  // Written by `acquire`.
  const owner = JSON.parse(row.owner) as LeaseOwner;
  return { owner, token: row.token, since: row.since, expiresAt: row.expires_at };
}

function leaseLost(
  sessionId: string,
  token: number | undefined,
  holder: SessionLease | undefined,
): HermesError {
  const who = holder && `process ${holder.owner.pid} on ${holder.owner.host} holds it`;
  const why =
    token === undefined
      ? `the entry carries no token, and ${who ?? "nobody holds it"}`
      : `its lease is over, and ${who ?? "nobody holds it now"}`;
  return new HermesError(`Nothing was written to the session "${sessionId}": ${why}.`, {
    code: "SESSION_LEASE_LOST",
    hint: "What was written before is kept. Open the session again to go on with all of it.",
  });
}
