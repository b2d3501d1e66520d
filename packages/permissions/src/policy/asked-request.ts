import type { ApprovalRequest, ToolContext } from "@hermes/registry";

/** What is asked, before there is an approval for it. */
export type AskedRequest = Omit<ApprovalRequest, "id" | "expiresAt">;

/** The request as it is kept. Where a text is another one without its secrets, findings lose their places in it. */
export function withoutSecrets(request: AskedRequest, redact: (text: string) => string): AskedRequest {
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

/** Who answers where the call itself comes from. */
export function ownName({ origin: { userId, platform } }: Pick<ToolContext, "origin">): string {
  return userId ?? platform;
}
