import { number, optional, text } from "../../store/sqlite/store-access.ts";
import type { Row, StoreAccess, Tables } from "../../store/sqlite/store-access.ts";
import { createCode, hashCode, isCode } from "./pairing-code.ts";
import type { PairedUser, Pairing, PairingApproved, PairingAsked, PairingRequest } from "./pairing.ts";

/** How long a code works. */
const codeLastsMs = 3_600_000;
/** How often one person is answered. */
const askAgainMs = 600_000;
/** How many codes of a platform work at once. */
const mostPending = 3;
const mostFailures = 5;
const lockedMs = 3_600_000;

export interface SqlitePairingOptions {
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** Pairing in the store, one transaction for each step: of several that approve one code at once, one does. Needs `pairingTables`. */
export function sqlitePairing(
  { transaction, read }: StoreAccess,
  { now = Date.now }: SqlitePairingOptions = {},
): Pairing {
  return {
    tierOf: async (platform, userId) =>
      read((tables) =>
        tables
          .all("SELECT * FROM pairing_approved WHERE platform = ? AND user_id = ?", platform, userId)
          .map((row) => toUser(row).tier)
          .at(0),
      ),
    ask: async (request) => transaction((tables) => askIn(tables, { ...request, askedAt: now() })),
    approve: async (platform, code, { tier }) =>
      transaction((tables) => approveIn(tables, { platform, code, tier, at: now() })),
    revoke: async (platform, userId) =>
      transaction(
        (tables) =>
          tables.run("DELETE FROM pairing_approved WHERE platform = ? AND user_id = ?", platform, userId)
            .changes === 1,
      ),
    clearPending: async (platform) =>
      transaction(
        (tables) =>
          tables.run(
            `UPDATE pairing_requests SET salt = NULL, hash = NULL
             WHERE hash IS NOT NULL AND asked_at > ? AND asked_at <= ? AND platform = coalesce(?, platform)`,
            ...[now() - codeLastsMs, now(), platform ?? null],
          ).changes,
      ),
    pending: async () => read((tables) => codesIn(tables, now()).map(toRequest)),
    approved: async () =>
      read((tables) =>
        tables.all("SELECT * FROM pairing_approved ORDER BY platform, approved_at, user_id").map(toUser),
      ),
    adopt: async (platform, users) =>
      transaction((tables) => {
        const isNew = tables.run("INSERT INTO pairing_adopted VALUES (?) ON CONFLICT DO NOTHING", platform);
        if (isNew.changes === 0) return undefined;
        for (const user of users) letIn(tables, { ...user, platform, tier: "user" });
        return users.length;
      }),
  };
}

function askIn(tables: Tables, { platform, userId, name, askedAt }: PairingRequest): PairingAsked {
  if (lockedUntil(tables, platform) > askedAt) return { type: "locked" };
  // Also what a clock that was set back has put into the future.
  tables.run(
    "DELETE FROM pairing_requests WHERE asked_at <= ? OR asked_at > ?",
    askedAt - codeLastsMs,
    askedAt,
  );
  const asked = tables.all(
    "SELECT 1 FROM pairing_requests WHERE platform = ? AND user_id = ? AND asked_at > ?",
    ...[platform, userId, askedAt - askAgainMs],
  );
  if (asked.length > 0) return { type: "too-soon" };
  const others = codesIn(tables, askedAt, platform).filter((row) => text(row, "user_id") !== userId);
  const code = others.length < mostPending ? createCode() : undefined;
  const { salt, hash } = code === undefined ? { salt: null, hash: null } : hashCode(code);
  tables.run(
    `INSERT OR REPLACE INTO pairing_requests (platform, user_id, name, asked_at, salt, hash)
     VALUES (?, ?, ?, ?, ?, ?)`,
    ...[platform, userId, name ?? null, askedAt, salt, hash],
  );
  return code === undefined ? { type: "full" } : { type: "code", code };
}

interface Approval {
  readonly platform: string;
  readonly code: string;
  readonly tier: PairedUser["tier"];
  readonly at: number;
}

function approveIn(tables: Tables, { platform, code, tier, at }: Approval): PairingApproved {
  const untilMs = lockedUntil(tables, platform);
  if (untilMs > at) return { type: "locked", untilMs };
  // All are compared, so that the time tells nothing.
  const [found] = codesIn(tables, at, platform).filter((row) => isCode(code, codeOf(row)));
  if (found === undefined) return failIn(tables, platform, at);
  const { userId, name } = toRequest(found);
  const user: PairedUser = { platform, userId, name, tier, approvedAt: at };
  letIn(tables, user);
  tables.run(
    "UPDATE pairing_requests SET salt = NULL, hash = NULL WHERE platform = ? AND user_id = ?",
    platform,
    userId,
  );
  tables.run("DELETE FROM pairing_locks WHERE platform = ?", platform);
  return { type: "approved", user };
}

function failIn(tables: Tables, platform: string, at: number): PairingApproved {
  const [lock] = tables.all("SELECT failures FROM pairing_locks WHERE platform = ?", platform);
  const failures = (lock === undefined ? 0 : number(lock, "failures")) + 1;
  const isLast = failures >= mostFailures;
  const untilMs = isLast ? at + lockedMs : 0;
  tables.run(
    "INSERT OR REPLACE INTO pairing_locks (platform, failures, locked_until) VALUES (?, ?, ?)",
    ...[platform, isLast ? 0 : failures, untilMs],
  );
  return isLast ? { type: "locked", untilMs } : { type: "wrong", triesLeft: mostFailures - failures };
}

function lockedUntil(tables: Tables, platform: string): number {
  const [lock] = tables.all("SELECT locked_until FROM pairing_locks WHERE platform = ?", platform);
  return lock === undefined ? 0 : number(lock, "locked_until");
}

/** Requests whose code works. */
function codesIn(tables: Pick<Tables, "all">, at: number, platform?: string): readonly Row[] {
  return tables.all(
    `SELECT * FROM pairing_requests WHERE hash IS NOT NULL AND asked_at > ? AND asked_at <= ?
     AND platform = coalesce(?, platform) ORDER BY platform, asked_at, user_id`,
    ...[at - codeLastsMs, at, platform ?? null],
  );
}

function letIn(tables: Tables, { platform, userId, name, tier, approvedAt }: PairedUser): void {
  tables.run(
    "INSERT OR REPLACE INTO pairing_approved (platform, user_id, name, tier, approved_at) VALUES (?, ?, ?, ?, ?)",
    ...[platform, userId, name ?? null, tier, approvedAt],
  );
}

function codeOf({ salt, hash }: Row): { readonly salt: Uint8Array; readonly hash: Uint8Array } {
  const none = new Uint8Array(32);
  return {
    salt: salt instanceof Uint8Array ? salt : none,
    hash: hash instanceof Uint8Array ? hash : none,
  };
}

function toRequest(row: Row): PairingRequest {
  return {
    platform: text(row, "platform"),
    userId: text(row, "user_id"),
    name: optional(row, "name"),
    askedAt: number(row, "asked_at"),
  };
}

function toUser(row: Row): PairedUser {
  return {
    platform: text(row, "platform"),
    userId: text(row, "user_id"),
    name: optional(row, "name"),
    // Whatever a later version writes is no owner.
    tier: text(row, "tier") === "owner" ? "owner" : "user",
    approvedAt: number(row, "approved_at"),
  };
}
