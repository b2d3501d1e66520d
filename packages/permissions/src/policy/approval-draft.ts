import type { ApprovalDecision, ApprovalRequest, ToolContext } from "@hermes/registry";

/** What is asked, before there is an approval for it. */
export type ApprovalDraft = Omit<ApprovalRequest, "id" | "expiresAt">;

/** The request as it is kept. Where a text is another one without its secrets, findings lose their places in it. */
export function withoutSecrets(request: ApprovalDraft, redact: (text: string) => string): ApprovalDraft {
  const { findings, diff, rule } = request;
  const summary = redact(request.summary);
  const isSame = summary === request.summary;
  return {
    ...request,
    summary,
    reason: redact(request.reason),
    findings: findings?.map(({ id, reason, span }) => ({
      id,
      reason: redact(reason),
      span: isSame ? span : undefined,
    })),
    diff: diff === undefined ? undefined : redact(diff),
    rule: rule === undefined ? undefined : redact(rule),
  };
}

/** The person who answered, named where they did so from elsewhere than the call comes from. */
export function personOf(
  { actor, answer }: { readonly actor: string; readonly answer: ApprovalDecision },
  { origin: { userId, platform } }: Pick<ToolContext, "origin">,
): string {
  const by = actor === (userId ?? platform) ? "" : ` (${actor})`;
  return answer.approved ? `person, ${answer.scope}${by}` : `person${by}`;
}
