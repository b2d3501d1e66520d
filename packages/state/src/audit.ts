import type { Connection } from "./database/connect.ts";
import { lazy } from "./database/lazy.ts";
import type { AuditTable } from "./tables.ts";

/** Who asked for what, and who decided what and why. */
export interface AuditEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly sessionId?: string | undefined;
  readonly platform: string;
  readonly userId?: string | undefined;
  readonly tool: string;
  /** What was asked for, as it was shown. */
  readonly request: string;
  readonly decision: "allowed" | "denied";
  /** A person, a rule, a mode. */
  readonly decidedBy: string;
  readonly reason: string;
}

export interface StoredAuditEntry extends AuditEntry {
  readonly id: number;
}

export interface AuditFilter {
  readonly sessionId?: string | undefined;
  readonly decision?: AuditEntry["decision"] | undefined;
  readonly tool?: string | undefined;
  /** Not older than this, in milliseconds since 1970. */
  readonly from?: number | undefined;
  /** Only entries with a smaller id: the next page. */
  readonly before?: number | undefined;
  /** @default 100 */
  readonly limit?: number | undefined;
}

/** Only ever grows. */
export interface Audit {
  record(entry: AuditEntry): void;
  /** The last first. */
  list(filter?: AuditFilter): readonly StoredAuditEntry[];
}

export function createAudit({ database, attempt }: Connection): Audit {
  const insert = lazy(() =>
    database.prepare(
      `INSERT INTO audit (at, session_id, platform, user_id, tool, request, decision, decided_by, reason)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
  );
  const select = lazy(() =>
    database.prepare<[object], AuditTable>(
      `SELECT * FROM audit WHERE (@sessionId IS NULL OR session_id = @sessionId) AND (@decision IS NULL OR decision = @decision)
         AND (@tool IS NULL OR tool = @tool) AND (@from IS NULL OR at >= @from)
         AND (@before IS NULL OR id < @before) ORDER BY id DESC LIMIT @limit`,
    ),
  );
  return {
    record: (entry) =>
      attempt(
        () =>
          void insert().run(
            Math.round(entry.at),
            entry.sessionId ?? null,
            entry.platform,
            entry.userId ?? null,
            entry.tool,
            entry.request,
            entry.decision,
            entry.decidedBy,
            entry.reason,
          ),
      ),
    list: ({
      sessionId = null,
      decision = null,
      tool = null,
      from = null,
      before = null,
      limit = 100,
    } = {}) => attempt(() => select().all({ sessionId, decision, tool, from, before, limit }).map(toEntry)),
  };
}

function toEntry(row: AuditTable): StoredAuditEntry {
  return {
    id: row.id,
    at: row.at,
    ...(row.session_id === null ? {} : { sessionId: row.session_id }),
    platform: row.platform,
    ...(row.user_id === null ? {} : { userId: row.user_id }),
    tool: row.tool,
    request: row.request,
    decision: row.decision,
    decidedBy: row.decided_by,
    reason: row.reason,
  };
}
