import type { ToolContext } from "@hermes/registry";
import type { AskedRequest } from "./asked-request.ts";
import type { Binding } from "./binding.ts";
import { changesOf } from "./call-changes.ts";
import { showChanges, showScripts } from "./change-preview.ts";
import { lastingRule } from "./lasting-rule.ts";
import type { Look } from "./look.ts";
import type { PermissionsOptions } from "./permissions.ts";

/** What a person is asked about a call: all of it, with what speaks against it, and what it would change. */
export async function requestFor(
  context: ToolContext,
  { subject, decision }: Look,
  { binding, options }: { readonly binding: Binding; readonly options: PermissionsOptions },
): Promise<AskedRequest> {
  const changes = await changesOf(subject, context, options);
  const diff = (await showChanges(changes)) ?? showScripts(subject.command?.scripts ?? []);
  const { sessionId, callId, origin } = context;
  return {
    ...{ sessionId, callId, userId: origin.userId },
    ...{ tool: subject.tool, action: subject.action },
    summary: subject.summary,
    reason: decision.reason,
    findings: decision.open.map(({ id, reason, span }) => ({ id, reason, span })),
    diff,
    rule: lastingRule(subject, binding.scripts),
  };
}
