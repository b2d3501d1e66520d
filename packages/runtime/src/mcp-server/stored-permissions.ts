import type { ApprovalsPort, OpenPermission } from "@hermes/mcp/server";
import type { Approval, ApprovalDecision } from "@hermes/registry";
import { statusAt } from "@hermes/registry/approvals";
import type { State } from "@hermes/state";

const decisions = {
  "allow-once": { approved: true, scope: "once" },
  "allow-always": { approved: true, scope: "always" },
  deny: { approved: false, reason: "The person said no." },
} as const satisfies Record<string, ApprovalDecision>;

/** Questions of every session, whichever program put them. */
export function storedPermissions(store: () => Promise<State>): ApprovalsPort {
  return {
    async listOpen(sessionId) {
      const { approvals } = await store();
      const now = Date.now();
      return approvals
        .list({ sessionId, status: "open" })
        .filter((approval) => statusAt(approval, now) === "open")
        .map(toPermission);
    },
    async answer(id, decision) {
      const { approvals } = await store();
      const given = { answer: decisions[decision], actor: "mcp", at: Date.now() };
      const { request } = approvals.answer(id, given);
      return { conversationId: request.sessionId };
    },
  };
}

export function toPermission({ request, askedAt }: Approval): OpenPermission {
  const { id, sessionId, tool, action, summary, reason, findings = [], diff, rule, expiresAt } = request;
  return {
    ...{ id, conversationId: sessionId, tool, action, summary, reason, diff, rule, askedAt, expiresAt },
    findings: findings.map((finding) => finding.reason),
  };
}
