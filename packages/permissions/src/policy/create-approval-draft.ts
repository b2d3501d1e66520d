import type { ToolContext } from "@hermes/registry";
import type { ApprovalDraft } from "./approval-draft.ts";
import type { Binding } from "./binding.ts";
import { changesOf } from "./call-changes.ts";
import { showChanges, showScripts } from "./change-preview.ts";
import { permanentRule } from "./permanent-rule.ts";
import type { CallAssessment } from "./call-assessment.ts";
import type { PermissionsOptions } from "./permissions.ts";

/** What a person is asked about a call: all of it, with its findings, and what it would change. */
export async function createApprovalDraft(
  context: ToolContext,
  { analysis, decision }: CallAssessment,
  { binding, options }: { readonly binding: Binding; readonly options: PermissionsOptions },
): Promise<ApprovalDraft> {
  const changes = await changesOf(analysis, context, options);
  const diff = (await showChanges(changes)) ?? showScripts(analysis.command?.scripts ?? []);
  const { sessionId, callId, origin } = context;
  return {
    ...{ sessionId, callId, userId: origin.userId },
    ...{ tool: analysis.tool, action: analysis.action },
    ...(origin.entryPoint === "sandbox" ? { byScript: true } : {}),
    summary: analysis.summary,
    reason: decision.reason,
    findings: decision.open.map(({ id, reason, span }) => ({ id, reason, span })),
    diff,
    rule: permanentRule(analysis, binding.scripts),
  };
}
