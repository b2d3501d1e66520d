import type { ApprovalAnswer, ApprovalInfo } from "@hermes/client/contract";
import type { Approval } from "@hermes/registry";
import { refused } from "./errors/refusal.ts";
import type { HomePorts } from "./ports/home-ports.ts";
import type { SessionAccess } from "./session-access.ts";
import type { Caller } from "./trust/caller.ts";

/** What people answer to questions, by HTTP and by WebSocket. */
export class Answers {
  readonly #home: HomePorts;
  readonly #sessions: SessionAccess;

  constructor(home: HomePorts, sessions: SessionAccess) {
    this.#home = home;
    this.#sessions = sessions;
  }

  /** @throws {HermesError} `APPROVAL_NOT_FOUND`, also where its session is another's. */
  async getApproval(caller: Caller, id: string): Promise<Approval> {
    const approval = await this.#home.approvals.get(id);
    if (approval === undefined || !(await this.#sessions.maySee(caller, approval.request.sessionId)))
      throw refused("APPROVAL_NOT_FOUND", `There is no question "${id}".`);
    return approval;
  }

  /** @throws {HermesError} as `getApproval`; `API_FORBIDDEN`; `APPROVAL_EXPIRED`, `APPROVAL_CLOSED`. */
  async approve(caller: Caller, id: string, given: ApprovalAnswer): Promise<ApprovalInfo> {
    await this.getApproval(caller, id);
    // A rule holds for the whole home.
    if (given.decision === "always" && caller.role !== "owner")
      throw refused("API_FORBIDDEN", "Only an owner may allow something for good.", {
        hint: "Allow it once, or for the session.",
      });
    const answer =
      given.decision === "deny"
        ? { approved: false as const, reason: given.reason ?? "The person said no." }
        : { approved: true as const, scope: given.decision };
    return approvalInfo(await this.#home.approvals.answer(id, { answer, actor: `api:${caller.name}` }));
  }

  /** @throws {HermesError} `API_NOT_FOUND` where it does not wait, or its session is another's. */
  async answer(caller: Caller, id: string, answer: string | undefined): Promise<void> {
    const question = this.#home.runs.questions().find((each) => each.id === id);
    const isSeen = question !== undefined && (await this.#sessions.maySee(caller, question.sessionId));
    if (!isSeen || !(await this.#home.runs.answer(id, answer)))
      throw refused("API_NOT_FOUND", "No such question waits.");
  }
}

export function approvalInfo({ id, request, status, askedAt, actor, answer }: Approval): ApprovalInfo {
  const { sessionId, callId, tool, action, summary, reason, findings = [], diff, rule, expiresAt } = request;
  return {
    ...{
      id,
      sessionId,
      callId,
      tool,
      action,
      summary,
      reason,
      diff,
      rule,
      status,
      askedAt,
      expiresAt,
      actor,
    },
    findings: findings.map((finding) => ({ id: finding.id, reason: finding.reason })),
    approved: answer?.approved,
  };
}
