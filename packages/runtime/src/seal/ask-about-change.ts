import type { ApprovalRequest, Approver, ToolContext } from "@hermes/registry";
import { randomBytes } from "node:crypto";
import type { AskAboutChange, SealedChange } from "./home-seal.ts";

export interface AskAboutChangeOptions extends Pick<ToolContext, "sessionId" | "callId" | "signal"> {
  /** Absent: nobody can be asked. */
  readonly approver: Approver | undefined;
  readonly userId?: string | undefined;
  readonly redactor: () => Promise<(text: string) => string>;
}

/**
 * Puts the question of a change to the approver of a session. It is kept nowhere and answered by nobody else: a command
 * that answers it could be the agent's.
 */
export function askAboutChange({
  approver,
  redactor,
  signal,
  ...of
}: AskAboutChangeOptions): AskAboutChange | undefined {
  if (approver === undefined) return undefined;
  return async (change) => {
    const request: ApprovalRequest = {
      ...of,
      id: randomBytes(5).toString("hex"),
      tool: "hermes",
      action: "hermes.settings",
      summary: `go by ${change.path} as it is now`,
      reason:
        "It was changed while a session was open, and not by Hermes. Until you say yes, what it held before counts.",
      diff: await diffOf(change, await redactor()),
    };
    const answer = await approver(request, { signal });
    return "approved" in answer ? answer.approved : undefined;
  };
}

/** What a person reads of a change. */
export async function diffOf(
  { path, before, after }: SealedChange,
  redact: (text: string) => string,
): Promise<string> {
  const { showChanges } = await import("@hermes/permissions");
  const diff = await showChanges([{ path, before: redact(before), after: redact(after) }]);
  return diff ?? `@@ ${path} @@\n A secret in it was changed.`;
}
