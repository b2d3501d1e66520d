import { HermesError, memoryJournal } from "@hermes/agent-loop";
import type {
  JournalEntry,
  Message,
  Notice,
  SessionHead,
  SessionJournal,
  SessionLease,
  SessionLeases,
  SessionNotices,
} from "@hermes/agent-loop";

/** What is needed of a client: that of `pg` (a pool), of a serverless driver, or another one. Every call is one statement. */
export interface Postgres {
  query(
    text: string,
    // As drivers declare both: what a column holds is known by the statement alone.
    values?: any[],
  ): Promise<{ rows: any[]; rowCount: number | null }>;
}

/**
 * `head`, `beginning` and `entry` are JSON as text: `jsonb` would change the order of keys, and with it the bytes of every request.
 * `token` is that of the last lease and only grows; `holder` is the same token while somebody has the lease.
 */
export const schema = `
CREATE TABLE IF NOT EXISTS hermes_sessions (
  id text PRIMARY KEY,
  head text NOT NULL,
  beginning text NOT NULL,
  token integer NOT NULL DEFAULT 0,
  holder integer,
  owner text,
  since double precision,
  expires_at double precision
);
CREATE TABLE IF NOT EXISTS hermes_entries (
  seq bigserial PRIMARY KEY,
  session_id text NOT NULL REFERENCES hermes_sessions (id) ON DELETE CASCADE,
  type text NOT NULL,
  entry text NOT NULL
);
CREATE INDEX IF NOT EXISTS hermes_entries_of_session ON hermes_entries (session_id, seq);
CREATE TABLE IF NOT EXISTS hermes_notices (
  seq bigserial PRIMARY KEY,
  session_id text NOT NULL,
  id text NOT NULL,
  notice text NOT NULL,
  taken boolean NOT NULL DEFAULT false,
  delivered boolean NOT NULL DEFAULT false,
  UNIQUE (session_id, id)
);`;

/** Creates the tables where they are missing: once per deployment, not per request. */
export async function migrate(postgres: Postgres): Promise<void> {
  for (const statement of schema.split(";\n")) await postgres.query(statement);
}

/** Sessions in Postgres, for agents in as many processes as there are. */
export function postgresJournal(postgres: Postgres): SessionJournal {
  /** The entries say what became of a session: replayed, they are the session. */
  async function replay(sessionId: string): Promise<SessionJournal | undefined> {
    const { rows } = await postgres.query(
      `SELECT head, beginning, ARRAY(SELECT entry FROM hermes_entries WHERE session_id = id
         AND type NOT IN ('request-start', 'usage', 'turn-end') ORDER BY seq) AS entries
       FROM hermes_sessions WHERE id = $1`,
      [sessionId],
    );
    if (rows.length === 0) return undefined;
    const [{ head, beginning, entries }] = rows;
    const session = memoryJournal();
    session.create(JSON.parse(head) as SessionHead, JSON.parse(beginning) as Message[]);
    for (const entry of entries) session.append(sessionId, JSON.parse(entry) as JournalEntry);
    return session;
  }

  return {
    async create(head, messages = []) {
      const { rowCount } = await postgres.query(
        "INSERT INTO hermes_sessions (id, head, beginning) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        [head.id, JSON.stringify(head), JSON.stringify(messages)],
      );
      if (rowCount === 0) throw sessionError("SESSION_EXISTS", `There is a session "${head.id}" already.`);
    },
    load: async (sessionId) => await (await replay(sessionId))?.load(sessionId),
    lastPrefix: async (sessionId) => await (await replay(sessionId))?.lastPrefix?.(sessionId),
    async append(sessionId, entry, token) {
      const { rowCount } = await postgres.query(appendEntry, [
        ...[sessionId, entry.type, JSON.stringify(entry), token ?? null],
        endsPartial(entry),
        entry.type === "message" ? [...(entry.notices ?? [])] : [],
      ]);
      if (rowCount === 0)
        throw sessionError(
          "SESSION_LEASE_LOST",
          `Another writer has the session "${sessionId}", or it is gone.`,
        );
    },
    leases: leasesIn(postgres),
    notices: noticesIn(postgres),
  };
}

/**
 * One statement, so one transaction: the row of the session is locked, the fencing token is compared, and only then is the entry
 * written, with what it ends (the partial answer before it) and what it delivers.
 */
const appendEntry = `
WITH held AS (
  SELECT id FROM hermes_sessions WHERE id = $1 AND holder IS NOT DISTINCT FROM $4::integer FOR UPDATE
), ended AS (
  DELETE FROM hermes_entries WHERE $5::boolean AND type = 'partial' AND session_id IN (SELECT id FROM held)
), delivered AS (
  UPDATE hermes_notices SET taken = true, delivered = true
  WHERE id = ANY ($6::text[]) AND session_id IN (SELECT id FROM held)
)
INSERT INTO hermes_entries (session_id, type, entry) SELECT id, $2, $3 FROM held`;

/** An answer under way is written again and again: one row of it is enough. */
function endsPartial(entry: JournalEntry): boolean {
  return entry.type === "partial" || (entry.type === "message" && entry.message.role === "assistant");
}

function leasesIn(postgres: Postgres): SessionLeases {
  async function find(sessionId: string): Promise<SessionRow | undefined> {
    const { rows } = await postgres.query(
      "SELECT token, holder, owner, since, expires_at FROM hermes_sessions WHERE id = $1",
      [sessionId],
    );
    return rows[0];
  }

  return {
    async acquire(sessionId, request) {
      const { owner, now, ttlMs, isGone, takeOver = false } = request;
      for (;;) {
        const row = await find(sessionId);
        if (row === undefined) return undefined;
        const heldBy = leaseOf(row);
        if (heldBy !== undefined && !takeOver && now < heldBy.expiresAt && !isGone(heldBy.owner))
          return { heldBy };
        const lease: SessionLease = { owner, token: row.token + 1, since: now, expiresAt: now + ttlMs };
        // Of several that have read the same row, one writes.
        const { rowCount } = await postgres.query(
          `UPDATE hermes_sessions SET token = $2, holder = $2, owner = $3, since = $4, expires_at = $5
           WHERE id = $1 AND token = $6 AND holder IS NOT DISTINCT FROM $7::integer
             AND expires_at IS NOT DISTINCT FROM $8::double precision`,
          [
            ...[sessionId, lease.token, JSON.stringify(owner), lease.since, lease.expiresAt],
            ...[row.token, row.holder, row.expires_at],
          ],
        );
        if (rowCount === 1) return { lease };
      }
    },
    async renew(sessionId, token, expiresAt) {
      const { rowCount } = await postgres.query(
        "UPDATE hermes_sessions SET expires_at = greatest(expires_at, $3) WHERE id = $1 AND holder = $2",
        [sessionId, token, expiresAt],
      );
      return rowCount === 1;
    },
    async release(sessionId, token) {
      await postgres.query("UPDATE hermes_sessions SET holder = NULL WHERE id = $1 AND holder = $2", [
        ...[sessionId, token],
      ]);
    },
    async holder(sessionId) {
      return leaseOf(await find(sessionId));
    },
  };
}

interface SessionRow {
  readonly token: number;
  /** Null while nobody has the lease. */
  readonly holder: number | null;
  readonly owner: string;
  readonly since: number;
  readonly expires_at: number;
}

function leaseOf(row: SessionRow | undefined): SessionLease | undefined {
  if (row === undefined || row.holder === null) return undefined;
  return { owner: JSON.parse(row.owner), token: row.holder, since: row.since, expiresAt: row.expires_at };
}

function noticesIn(postgres: Postgres): SessionNotices {
  const waiting = async (sessionId: string): Promise<readonly Notice[]> => {
    const { rows } = await postgres.query(
      "SELECT notice FROM hermes_notices WHERE session_id = $1 AND NOT delivered ORDER BY seq",
      [sessionId],
    );
    return rows.map(({ notice }) => JSON.parse(notice) as Notice);
  };
  return {
    waiting,
    async record(sessionId, notice) {
      const { rowCount } = await postgres.query(
        `INSERT INTO hermes_notices (session_id, id, notice) VALUES ($1, $2, $3)
         ON CONFLICT (session_id, id) DO UPDATE SET notice = excluded.notice WHERE NOT hermes_notices.taken`,
        [sessionId, notice.id, JSON.stringify(notice)],
      );
      return rowCount === 1;
    },
    async withdraw(sessionId, ids) {
      await postgres.query(
        "DELETE FROM hermes_notices WHERE session_id = $1 AND id = ANY ($2::text[]) AND NOT taken",
        [sessionId, [...ids]],
      );
    },
    async take(sessionId) {
      // The turn that takes them holds the lease: nobody else does at the same time.
      await postgres.query("UPDATE hermes_notices SET taken = true WHERE session_id = $1 AND NOT delivered", [
        sessionId,
      ]);
      return await waiting(sessionId);
    },
  };
}

function sessionError(code: string, message: string): HermesError {
  return new HermesError(message, { code, hint: "Read the session again." });
}
