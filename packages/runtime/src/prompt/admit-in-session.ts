import { approverOf } from "../permissions/approver-of.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import { admitContext } from "./admit-context.ts";
import type { AdmitContext } from "./admit-context.ts";

/** Whether a file counts in a session: the person of that one is asked. Without a session nobody is. */
export function admitInSession(
  parts: Omit<RuntimeParts, "roles">,
  sessionId?: () => Promise<string>,
): AdmitContext {
  const { timeout } = parts.options.loaded.settings.approvals;
  return admitContext({
    files: parts.agentFiles,
    approver: sessionId === undefined ? undefined : approverOf(parts),
    sessionId: sessionId ?? (async () => ""),
    timeoutMs: timeout === undefined ? undefined : timeout * 1_000,
    warn: parts.warn,
  });
}
