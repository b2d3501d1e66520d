import type { Connection } from "./database/connect.ts";
import { lazy } from "./database/lazy.ts";
import type { LeaseOwner } from "./session-lease.ts";
import type { SpendReservationTable, SpendTable } from "./tables.ts";

/** Tokens, US dollars, and requests. Matches agent-loop's port by shape, like the rest of this file. */
export interface SpendAmount {
  readonly tokens: number;
  readonly usd: number;
  readonly requests: number;
}

/** Whose budget it is: one session, the first session with all that were started from it, a job, or a day of this home. */
export type SpendScope = "session" | "tree" | "job" | "day";

export type SpendCaps = { readonly [Scope in SpendScope]?: Partial<SpendAmount> | undefined };

/** Absent: what was asked outside of a session or a job. */
export interface SpendOwner {
  readonly sessionId?: string | undefined;
  readonly job?: string | undefined;
}

export interface SpendRequest extends SpendOwner {
  readonly atMost: SpendAmount;
  readonly caps?: SpendCaps | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The process that asks. */
  readonly owner?: LeaseOwner | undefined;
}

export interface SpendReservation {
  readonly id: number;
  readonly scopes: readonly string[];
  readonly amount: SpendAmount;
  /** Reserved and settled before it, of the scopes that have a cap. */
  readonly before: { readonly [Scope in SpendScope]?: SpendAmount };
}

export interface SpendRefusal {
  readonly scope: SpendScope;
  readonly unit: keyof SpendAmount;
  readonly cap: number;
  readonly spent: number;
}

/** `reserved` is what requests under way could cost, and what those of dead processes could have cost. */
export interface SpendSum {
  readonly reserved: SpendAmount;
  readonly settled: SpendAmount;
}

/** A reservation that was not settled: its request is under way, or its process has died. */
export interface OpenReservation {
  /** As `session <id>`, `tree <id of the first>`, `job <id>`, `day 2026-01-31`. */
  readonly scopes: readonly string[];
  readonly amount: SpendAmount;
  /** Absent: not known. */
  readonly owner?: LeaseOwner | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What models may cost and did cost, across processes. `usage` tells calls one by one; this counts against caps. */
export interface SpendLedger {
  /** In one transaction over all processes: what is reserved and settled never exceeds a cap. A refusal changes nothing. */
  reserve(request: SpendRequest): SpendReservation | { readonly refused: SpendRefusal };
  /** Does nothing the second time. */
  settle(reservation: SpendReservation, spent: SpendAmount): void;
  /** The sums of a session, its tree, the day in local time, and a job; nothing where one is not named. */
  spent(sessionId: string | undefined, at: number, job?: string): Readonly<Record<SpendScope, SpendSum>>;
  /** The names under which a session, a job and a moment are counted. */
  scopesOf(owner: SpendOwner, at: number): Readonly<Partial<Record<SpendScope, string>>>;
  /** The sums of the days that have any, oldest first, as 2026-01-31. */
  days(from: string): readonly (SpendSum & { readonly day: string })[];
  /** Oldest first. */
  open(): readonly OpenReservation[];
}

const nano = 1e9;
const units = ["usd", "tokens", "requests"] as const;
const none: Omit<SpendTable, "scope"> = {
  reserved_tokens: 0,
  settled_tokens: 0,
  reserved_nano_usd: 0,
  settled_nano_usd: 0,
  reserved_requests: 0,
  settled_requests: 0,
};

type ScopeNames = Readonly<Partial<Record<SpendScope, string>>>;

export function createSpendLedger({ database, attempt }: Connection): SpendLedger {
  // The last parent that is known, also one that was deleted: its tree stays one.
  const root = lazy(() =>
    database
      .prepare<[{ id: string }], string>(
        `WITH RECURSIVE up (id, depth) AS (
           SELECT @id, 0 UNION ALL
           SELECT parent_id, depth + 1 FROM up JOIN sessions USING (id) WHERE parent_id IS NOT NULL AND depth < 1000)
         SELECT id FROM up ORDER BY depth DESC LIMIT 1`,
      )
      .pluck(),
  );
  const find = lazy(() => database.prepare<[string], SpendTable>("SELECT * FROM spend WHERE scope = ?"));
  const statements = lazy(() => ({
    reserve: database.prepare(
      `INSERT INTO spend (scope, reserved_tokens, reserved_nano_usd, reserved_requests) VALUES (?, ?, ?, ?)
       ON CONFLICT (scope) DO UPDATE SET reserved_tokens = reserved_tokens + excluded.reserved_tokens,
         reserved_nano_usd = reserved_nano_usd + excluded.reserved_nano_usd,
         reserved_requests = reserved_requests + excluded.reserved_requests`,
    ),
    settle: database.prepare(
      `UPDATE spend SET reserved_tokens = reserved_tokens - ?, reserved_nano_usd = reserved_nano_usd - ?,
         reserved_requests = reserved_requests - ?, settled_tokens = settled_tokens + ?,
         settled_nano_usd = settled_nano_usd + ?, settled_requests = settled_requests + ? WHERE scope = ?`,
    ),
    open: database.prepare(
      "INSERT INTO spend_reservations (scopes, tokens, nano_usd, requests, owner, at) VALUES (?, ?, ?, ?, ?, ?)",
    ),
    close: database.prepare<[number]>("DELETE FROM spend_reservations WHERE id = ?"),
  }));

  const scopesOf = ({ sessionId, job }: SpendOwner, at: number): ScopeNames => ({
    ...(sessionId === undefined
      ? {}
      : { session: `session ${sessionId}`, tree: `tree ${root().get({ id: sessionId }) ?? sessionId}` }),
    ...(job === undefined ? {} : { job: `job ${job}` }),
    day: `day ${localDay(at)}`,
  });
  const sumOf = (scope: string | undefined): SpendSum =>
    toSum((scope === undefined ? undefined : find().get(scope)) ?? none);

  const reserve = database.transaction((request: SpendRequest): ReturnType<SpendLedger["reserve"]> => {
    const { atMost, caps = {}, at, owner } = request;
    const named = scopesOf(request, at);
    const before: { [Scope in SpendScope]?: SpendAmount } = {};
    for (const scope of ["session", "tree", "job", "day"] as const) {
      const [name, cap] = [named[scope], caps[scope]];
      if (name === undefined || cap === undefined) continue;
      const spent = added(sumOf(name));
      const refused = refusalOf(scope, cap, spent, atMost);
      if (refused !== undefined) return { refused };
      before[scope] = spent;
    }
    const scopes = Object.values(named);
    const amount = wholeOf(atMost);
    for (const scope of scopes) statements().reserve.run(scope, ...amount);
    const by = owner === undefined ? null : JSON.stringify(owner);
    const { lastInsertRowid } = statements().open.run(JSON.stringify(scopes), ...amount, by, Math.round(at));
    return { id: Number(lastInsertRowid), scopes, amount: atMost, before };
  }).immediate;

  const settle = database.transaction(({ id, scopes, amount }: SpendReservation, spent: SpendAmount) => {
    if (statements().close.run(id).changes === 0) return;
    for (const scope of scopes) statements().settle.run(...wholeOf(amount), ...wholeOf(spent), scope);
  }).immediate;

  return {
    reserve: (request) => attempt(() => reserve(request)),
    settle: (reservation, spent) => attempt(() => settle(reservation, spent)),
    spent: (sessionId, at, job) =>
      attempt(() => {
        const { session, tree, job: ofJob, day } = scopesOf({ sessionId, job }, at);
        return { session: sumOf(session), tree: sumOf(tree), job: sumOf(ofJob), day: sumOf(day) };
      }),
    scopesOf: (owner, at) => attempt(() => scopesOf(owner, at)),
    days: (from) =>
      attempt(() =>
        database
          .prepare<[string], SpendTable>(
            "SELECT * FROM spend WHERE scope >= 'day ' || ? AND scope < 'day!' ORDER BY scope",
          )
          .all(from)
          .map((row) => ({ day: row.scope.slice("day ".length), ...toSum(row) })),
      ),
    open: () =>
      attempt(() =>
        database
          .prepare<[], SpendReservationTable>("SELECT * FROM spend_reservations ORDER BY id")
          .all()
          .map(toOpen),
      ),
  };
}

function refusalOf(
  scope: SpendScope,
  caps: Partial<SpendAmount>,
  spent: SpendAmount,
  atMost: SpendAmount,
): SpendRefusal | undefined {
  for (const unit of units) {
    const cap = caps[unit];
    // A request that costs nothing can't exceed anything.
    if (cap !== undefined && atMost[unit] > 0 && spent[unit] + atMost[unit] > cap)
      return { scope, unit, cap, spent: spent[unit] };
  }
  return undefined;
}

/** Whole numbers, rounded up: a cap is never exceeded by a rounding. */
function wholeOf({
  tokens,
  usd,
  requests,
}: SpendAmount): readonly [tokens: number, nanoUsd: number, requests: number] {
  return [Math.ceil(tokens), Math.ceil(Number((usd * nano).toPrecision(12))), requests];
}

function toSum(row: Omit<SpendTable, "scope">): SpendSum {
  return {
    reserved: {
      tokens: row.reserved_tokens,
      usd: row.reserved_nano_usd / nano,
      requests: row.reserved_requests,
    },
    settled: {
      tokens: row.settled_tokens,
      usd: row.settled_nano_usd / nano,
      requests: row.settled_requests,
    },
  };
}

function added({ reserved, settled }: SpendSum): SpendAmount {
  return {
    tokens: reserved.tokens + settled.tokens,
    usd: (reserved.usd * nano + settled.usd * nano) / nano,
    requests: reserved.requests + settled.requests,
  };
}

function toOpen(row: SpendReservationTable): OpenReservation {
  return {
    // Both were written by `reserve`.
    scopes: JSON.parse(row.scopes) as readonly string[],
    amount: { tokens: row.tokens, usd: row.nano_usd / nano, requests: row.requests },
    ...(row.owner === null ? {} : { owner: JSON.parse(row.owner) as LeaseOwner }),
    at: row.at,
  };
}

function localDay(at: number): string {
  const date = new Date(at);
  const pad = (part: number): string => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}
