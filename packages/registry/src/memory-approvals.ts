import { answerRefusal, approvalNotFound } from "./answer-refusal.ts";
import type { Approval, ApprovalLog } from "./approval-log.ts";
import { statusAt } from "./approval-log.ts";

/** Approvals that live as long as the object: for programs that keep nothing, and for tests. */
export function memoryApprovals(): ApprovalLog {
  const approvals = new Map<string, Approval>();
  const put = (approval: Approval): Approval => {
    approvals.set(approval.id, approval);
    return approval;
  };
  return {
    open: ({ request, digest, askedAt }) =>
      void put({ id: request.id, request, digest, askedAt, status: "open" }),
    answer(id, { answer, actor, at }) {
      const found = approvals.get(id);
      if (found === undefined) throw approvalNotFound(id);
      const refusal = answerRefusal(found, at);
      if (refusal === undefined) return put({ ...found, status: "answered", answer, actor, closedAt: at });
      if (found.status === "open") put({ ...found, status: statusAt(found, at), closedAt: at });
      throw refusal;
    },
    close(id, { status, at }) {
      const found = approvals.get(id);
      if (found?.status === "open") put({ ...found, status, closedAt: at });
    },
    get: (id) => approvals.get(id),
    find: (sessionId, callId) =>
      [...approvals.values()].findLast(
        ({ request }) => request.sessionId === sessionId && request.callId === callId,
      ),
    list: ({ sessionId, status } = {}) =>
      [...approvals.values()].filter(
        (approval) =>
          (sessionId === undefined || approval.request.sessionId === sessionId) &&
          (status === undefined || approval.status === status),
      ),
  };
}
