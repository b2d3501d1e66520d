import type { Connection } from "./database/connect.ts";
import { lazy } from "./database/lazy.ts";
import type { SpendTable } from "./tables.ts";

/** Tokens, and US dollars. Matches agent-loop's port by shape, like the rest of this file. */
export interface SpendAmount {
  readonly tokens: number;
  readonly usd: number;
}

export interface SpendCaps {
  readonly session?: Partial<SpendAmount> | undefined;
  readonly day?: Partial<SpendAmount> | undefined;
}

export interface SpendRequest {
  readonly sessionId: string;
  readonly atMost: SpendAmount;
  readonly caps?: SpendCaps | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface SpendReservation {
  readonly scopes: readonly string[];
  readonly amount: SpendAmount;
}

export interface SpendRefusal {
  readonly scope: keyof SpendCaps;
  readonly unit: keyof SpendAmount;
  readonly cap: number;
  readonly spent: number;
}

/** `reserved` is what requests under way could cost, and what those of dead processes could have cost. */
export interface SpendSum {
  readonly reserved: SpendAmount;
  readonly settled: SpendAmount;
}

/** What models may cost and did cost, across processes. `usage` tells calls one by one; this counts against caps. */
export interface SpendLedger {
  /** In one transaction over all processes: what is reserved and settled never exceeds a cap. A refusal changes nothing. */
  reserve(request: SpendRequest): SpendReservation | { readonly refused: SpendRefusal };
  settle(reservation: SpendReservation, spent: SpendAmount): void;
  /** The tree that a session belongs to, and the day, in local time. */
  spent(sessionId: string, at: number): Readonly<Record<keyof SpendCaps, SpendSum>>;
}

const nano = 1e9;
const none: Omit<SpendTable, "scope"> = {
  reserved_tokens: 0,
  settled_tokens: 0,
  reserved_nano_usd: 0,
  settled_nano_usd: 0,
};

export function createSpendLedger({ database, attempt }: Connection): SpendLedger {
  const statements = lazy(() => ({
    // The last parent that is known, also one that was deleted: its tree stays one.
    root: database
      .prepare<[{ id: string }], string>(
        `WITH RECURSIVE up (id, depth) AS (
           SELECT @id, 0 UNION ALL
           SELECT parent_id, depth + 1 FROM up JOIN sessions USING (id) WHERE parent_id IS NOT NULL AND depth < 1000)
         SELECT id FROM up ORDER BY depth DESC LIMIT 1`,
      )
      .pluck(),
    find: database.prepare<[string], SpendTable>("SELECT * FROM spend WHERE scope = ?"),
    reserve: database.prepare(
      `INSERT INTO spend (scope, reserved_tokens, reserved_nano_usd) VALUES (?, ?, ?)
       ON CONFLICT (scope) DO UPDATE SET reserved_tokens = reserved_tokens + excluded.reserved_tokens,
         reserved_nano_usd = reserved_nano_usd + excluded.reserved_nano_usd`,
    ),
    settle: database.prepare(
      `UPDATE spend SET reserved_tokens = reserved_tokens - ?, reserved_nano_usd = reserved_nano_usd - ?,
         settled_tokens = settled_tokens + ?, settled_nano_usd = settled_nano_usd + ? WHERE scope = ?`,
    ),
  }));

  const scopesOf = (sessionId: string, at: number): Readonly<Record<keyof SpendCaps, string>> => ({
    session: `session ${statements().root.get({ id: sessionId }) ?? sessionId}`,
    day: `day ${localDay(at)}`,
  });
  const sumOf = (scope: string): SpendSum => toSum(statements().find.get(scope) ?? { scope, ...none });

  const reserve = database.transaction(
    ({ sessionId, atMost, caps = {}, at }: SpendRequest): ReturnType<SpendLedger["reserve"]> => {
      const scopes = scopesOf(sessionId, at);
      for (const scope of ["session", "day"] as const) {
        const cap = caps[scope];
        const refused = cap && refusalOf(scope, cap, sumOf(scopes[scope]), atMost);
        if (refused !== undefined) return { refused };
      }
      const all = [scopes.session, scopes.day];
      for (const scope of all) statements().reserve.run(scope, ...wholeOf(atMost));
      return { scopes: all, amount: atMost };
    },
  ).immediate;

  const settle = database.transaction(({ scopes, amount }: SpendReservation, spent: SpendAmount) => {
    for (const scope of scopes) statements().settle.run(...wholeOf(amount), ...wholeOf(spent), scope);
  }).immediate;

  return {
    reserve: (request) => attempt(() => reserve(request)),
    settle: (reservation, spent) => attempt(() => settle(reservation, spent)),
    spent: (sessionId, at) =>
      attempt(() => {
        const { session, day } = scopesOf(sessionId, at);
        return { session: sumOf(session), day: sumOf(day) };
      }),
  };
}

function refusalOf(
  scope: keyof SpendCaps,
  caps: Partial<SpendAmount>,
  { reserved, settled }: SpendSum,
  atMost: SpendAmount,
): SpendRefusal | undefined {
  for (const unit of ["usd", "tokens"] as const) {
    const cap = caps[unit];
    const spent = reserved[unit] + settled[unit];
    // A request that costs nothing can't exceed anything.
    if (cap !== undefined && atMost[unit] > 0 && spent + atMost[unit] > cap)
      return { scope, unit, cap, spent };
  }
  return undefined;
}

/** Whole numbers, rounded up: a cap is never exceeded by a rounding. */
function wholeOf({ tokens, usd }: SpendAmount): readonly [tokens: number, nanoUsd: number] {
  return [Math.ceil(tokens), Math.ceil(Number((usd * nano).toPrecision(12)))];
}

function toSum(row: SpendTable): SpendSum {
  return {
    reserved: { tokens: row.reserved_tokens, usd: row.reserved_nano_usd / nano },
    settled: { tokens: row.settled_tokens, usd: row.settled_nano_usd / nano },
  };
}

function localDay(at: number): string {
  const date = new Date(at);
  const pad = (part: number): string => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}
