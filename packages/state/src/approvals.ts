import type {
  Approval,
  ApprovalDecision,
  ApprovalFilter,
  ApprovalRequest,
  GivenAnswer,
  NewApproval,
} from "@hermes/registry";
import { answerRefusal, approvalNotFound, statusAt } from "@hermes/registry/approvals";
import type { Connection } from "./database/connect.ts";
import { lazy } from "./database/lazy.ts";
import type { ApprovalsTable } from "./tables.ts";

/** Questions to people: matches `ApprovalLog` of `@hermes/registry`. Synchronous: what returned is stored. */
export interface Approvals {
  open(asked: NewApproval): void;
  /** @throws {HermesError} `APPROVAL_NOT_FOUND`, `APPROVAL_EXPIRED`, `APPROVAL_CLOSED`. */
  answer(id: string, given: GivenAnswer): Approval;
  close(id: string, as: { readonly status: "expired" | "withdrawn"; readonly at: number }): void;
  get(id: string): Approval | undefined;
  find(sessionId: string, callId: string): Approval | undefined;
  list(filter?: ApprovalFilter): readonly Approval[];
}

export function createApprovals({ database, attempt, readOnly }: Connection): Approvals {
  // A store that is only read may be of an older version, without the table.
  const isThere = lazy(
    () =>
      !readOnly ||
      database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'approvals'").get() !== undefined,
  );
  const insert = lazy(() =>
    database.prepare(
      `INSERT INTO approvals (id, session_id, call_id, request, digest, asked_at, expires_at, status)
       VALUES (?, ?, ?, ?, ?, ?, ?, 'open')`,
    ),
  );
  const settle = lazy(() =>
    database.prepare(
      "UPDATE approvals SET status = ?, answer = ?, actor = ?, closed_at = ? WHERE id = ? AND status = 'open'",
    ),
  );
  const byId = lazy(() => database.prepare<[string], ApprovalsTable>("SELECT * FROM approvals WHERE id = ?"));
  const ofCall = lazy(() =>
    database.prepare<[string, string], ApprovalsTable>(
      "SELECT * FROM approvals WHERE session_id = ? AND call_id = ? ORDER BY key DESC LIMIT 1",
    ),
  );
  const select = lazy(() =>
    database.prepare<[object], ApprovalsTable>(
      `SELECT * FROM approvals WHERE (@sessionId IS NULL OR session_id = @sessionId)
         AND (@status IS NULL OR status = @status) ORDER BY key`,
    ),
  );
  const openOnes = lazy(() =>
    database.prepare<[], ApprovalsTable>("SELECT * FROM approvals WHERE status = 'open' ORDER BY key"),
  );
  const get = (id: string): Approval | undefined => toApproval(byId().get(id));

  // The write lock is taken before the look, so that of two answers one is the first.
  const answer = lazy(
    () =>
      database.transaction((id: string, { answer: decision, actor, at }: GivenAnswer) => {
        const found = get(id);
        if (found === undefined) return approvalNotFound(id);
        const refusal = answerRefusal(found, at);
        if (refusal === undefined)
          settle().run("answered", JSON.stringify(decision), actor, Math.round(at), id);
        else if (found.status === "open") settle().run(statusAt(found, at), null, null, Math.round(at), id);
        return refusal;
      }).immediate,
  );

  return {
    open: ({ request, digest, askedAt }) =>
      attempt(() => {
        const { id, sessionId, callId, expiresAt } = request;
        const expires = expiresAt === undefined ? null : Math.round(expiresAt);
        const asked = [JSON.stringify(request), digest, Math.round(askedAt)];
        insert().run(id, sessionId, callId, ...asked, expires);
      }),
    answer: (id, given) =>
      attempt(() => {
        const refusal = answer()(id, given);
        if (refusal !== undefined) throw refusal;
        // It was there in the transaction, and approvals only go with their session.
        return get(id) as Approval;
      }),
    close: (id, { status, at }) => attempt(() => void settle().run(status, null, null, Math.round(at), id)),
    get: (id) => attempt(() => (isThere() ? get(id) : undefined)),
    find: (sessionId, callId) =>
      attempt(() => (isThere() ? toApproval(ofCall().get(sessionId, callId)) : undefined)),
    list: ({ sessionId, status } = {}) =>
      attempt(() => {
        if (!isThere()) return [];
        const rows =
          sessionId === undefined && status === "open"
            ? openOnes().all()
            : select().all({ sessionId: sessionId ?? null, status: status ?? null });
        return rows.flatMap((row) => toApproval(row) ?? []);
      }),
  };
}

function toApproval(row: ApprovalsTable | undefined): Approval | undefined {
  if (row === undefined) return undefined;
  return {
    id: row.id,
    // Written by `open`.
    request: JSON.parse(row.request) as ApprovalRequest,
    digest: row.digest,
    askedAt: row.asked_at,
    status: row.status,
    // Written by `answer`.
    ...(row.answer === null ? {} : { answer: JSON.parse(row.answer) as ApprovalDecision }),
    ...(row.actor === null ? {} : { actor: row.actor }),
    ...(row.closed_at === null ? {} : { closedAt: row.closed_at }),
  };
}
