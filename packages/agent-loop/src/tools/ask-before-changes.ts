import { describeCall } from "@hermes/registry";
import type { ApprovalAnswer, Guard, GuardedCall, ToolContext, ToolFinding, Verdict } from "@hermes/registry";

/** A call with what its tool has against it. */
interface Doubted extends GuardedCall {
  readonly onlyReads: boolean;
  readonly findings: readonly ToolFinding[];
}

/**
 * The guard of a plain list of tools with an approver. A call is asked about when it does not only read, or when its tool has
 * something against it; one question at a time. An answer for the session, or for always, holds for what the tool has
 * nothing against, as long as this guard lives.
 */
export function askBeforeChanges(): Guard {
  const granted = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();

  const mayRun = ({ tool, onlyReads, findings }: Doubted): boolean =>
    findings.length === 0 && (onlyReads || granted.has(tool.name));

  async function ask(call: Doubted, context: ToolContext): Promise<Verdict> {
    // Another call of the batch may have been granted while this one waited.
    if (mayRun(call)) return { allow: true };
    const { name } = call.tool;
    const answer = await answerTo(call, context);
    if (!answer.approved)
      return { allow: false, reason: `${name} did not run: it was not permitted. ${answer.reason}` };
    if (answer.scope !== "once") granted.add(name);
    return { allow: true };
  }

  return async ({ tool, args }, context) => {
    const onlyReads = describeCall(tool, args).action.readOnly === true;
    const call = { tool, args, onlyReads, findings: (await tool.findings?.(args, context)) ?? [] };
    const refusal = call.findings.find(({ severity }) => severity === "refuse");
    if (refusal !== undefined)
      return { allow: false, reason: ["Not done.", refusal.reason, refusal.advice ?? ""].join(" ").trim() };
    if (mayRun(call)) return { allow: true };
    const verdict = last.then(() => ask(call, context));
    last = verdict.catch(() => undefined);
    return await verdict;
  };
}

async function answerTo({ tool, args, findings }: Doubted, context: ToolContext): Promise<ApprovalAnswer> {
  const { callId, signal, approve } = context;
  if (approve === undefined) return { approved: false, reason: "Nobody can be asked." };
  signal.throwIfAborted();
  const reasons = findings.map(({ reason }) => reason);
  const request = {
    callId,
    tool: tool.name,
    summary: `${tool.name} ${JSON.stringify(args)}`,
    reason: reasons.length === 0 ? `${tool.name} can change something.` : reasons.join(" "),
    findings: findings.map(({ id, reason }) => ({ id, reason })),
  };
  return await approve(request, { signal });
}
