import { describeCall } from "@hermes/registry";
import type { ApprovalLog, Guard, GuardedCall, ToolContext, ToolFinding, Verdict } from "@hermes/registry";
import { askApprover, earlierApproval, refusalOf } from "@hermes/registry/approvals";
import type { AskApproverOptions } from "@hermes/registry/approvals";
import { nodeModule } from "@hermes/registry/node";
import type * as nodeCrypto from "node:crypto";

export interface AskBeforeChangesOptions {
  /** Keeps the questions. */
  readonly log: ApprovalLog;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A call with what its tool has against it. */
interface Doubted extends GuardedCall {
  /** What rules call it. */
  readonly action: string;
  readonly onlyReads: boolean;
  readonly findings: readonly ToolFinding[];
}

/**
 * The guard of a plain list of tools with an approver. A call is asked about when it does not only read, or when its tool has
 * something against it; one question at a time. An answer for the session, or for always, holds for what the tool has
 * nothing against, as long as this guard lives.
 */
export function askBeforeChanges({ log, now }: AskBeforeChangesOptions): Guard {
  const granted = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();

  const mayRun = ({ tool, onlyReads, findings }: Doubted): boolean =>
    findings.length === 0 && (onlyReads || granted.has(tool.name));

  async function ask(call: Doubted, context: ToolContext): Promise<Verdict> {
    const { name } = call.tool;
    const earlier = await earlierApproval(log, context);
    const isRefused = earlier !== undefined && refusalOf(earlier, now()) !== undefined;
    // Another call of the batch may have been granted while this one waited.
    if (mayRun(call) && !isRefused) return { allow: true };
    context.signal.throwIfAborted();
    const question = await questionAbout(call, context);
    const asked = await askApprover({ ...question, log, context, earlier, now });
    if (asked.by === "later")
      return { allow: false, reason: `${name} has not run yet: it waits for a person.`, awaiting: asked.id };
    if (asked.by === "changed") return refused(name, "It is not the call that was approved.");
    if (asked.by === "nobody") return refused(name, `It needs a person's permission, and ${asked.reason}.`);
    if (!asked.answer.approved) return refused(name, asked.answer.reason);
    if (asked.answer.scope !== "once") granted.add(name);
    return { allow: true };
  }

  return async ({ tool, args }, context) => {
    const { action } = describeCall(tool, args);
    const call = {
      ...{ tool, args, action: action.name, onlyReads: action.readOnly === true },
      findings: (await tool.findings?.(args, context)) ?? [],
    };
    const refusal = call.findings.find(({ severity }) => severity === "refuse");
    if (refusal !== undefined)
      return { allow: false, reason: ["Not done.", refusal.reason, refusal.advice ?? ""].join(" ").trim() };
    if (mayRun(call) && context.waits?.again !== true) return { allow: true };
    const verdict = last.then(() => ask(call, context));
    last = verdict.catch(() => undefined);
    return await verdict;
  };
}

async function questionAbout(
  { tool, args, action, findings }: Doubted,
  { sessionId, callId, origin }: ToolContext,
): Promise<Pick<AskApproverOptions, "request" | "digest">> {
  const summary = `${tool.name} ${JSON.stringify(args)}`;
  const reasons = findings.map(({ reason }) => reason);
  const found = findings.map(({ id, reason }) => ({ id, reason }));
  const parts = JSON.stringify([summary, found]);
  return {
    request: {
      ...{ sessionId, callId, userId: origin.userId },
      ...{ tool: tool.name, action, summary },
      reason: reasons.length === 0 ? `${tool.name} can change something.` : reasons.join(" "),
      findings: found,
    },
    digest: await digestOf(parts),
  };
}

async function digestOf(text: string): Promise<string> {
  // Node's own needs no turn of the event loop, in which a person's answer could come before the question.
  const node = nodeModule<typeof nodeCrypto>("node:crypto");
  if (node !== undefined) return `sha256:${node.createHash("sha256").update(text).digest("hex")}`;
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return `sha256:${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

function refused(name: string, why: string): Verdict {
  return { allow: false, reason: `${name} did not run: it was not permitted. ${why}` };
}
