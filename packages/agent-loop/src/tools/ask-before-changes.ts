import type { ApprovalAnswer, Guard, GuardedCall, ToolContext, Verdict } from "@hermes/registry";

/**
 * The guard of a plain list of tools with an approver: a call of a tool that is not `readOnly` is asked about, one
 * question at a time. An answer for the session, or for always, holds for the tool as long as this guard lives.
 */
export function askBeforeChanges(): Guard {
  const granted = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();

  async function ask(call: GuardedCall, context: ToolContext): Promise<Verdict> {
    const { name } = call.tool;
    // Another call of the batch may have been granted while this one waited.
    if (granted.has(name)) return { allow: true };
    const answer = await answerTo(call, context);
    if (!answer.approved)
      return { allow: false, reason: `${name} did not run: it was not permitted. ${answer.reason}` };
    if (answer.scope !== "once") granted.add(name);
    return { allow: true };
  }

  return (call, context) => {
    if (!needsApproval(call) || granted.has(call.tool.name)) return { allow: true };
    const verdict = last.then(() => ask(call, context));
    last = verdict.catch(() => undefined);
    return verdict;
  };
}

function needsApproval({ tool }: GuardedCall): boolean {
  return !tool.readOnly;
}

async function answerTo({ tool, args }: GuardedCall, context: ToolContext): Promise<ApprovalAnswer> {
  const { callId, signal, approve } = context;
  if (approve === undefined) return { approved: false, reason: "Nobody can be asked." };
  signal.throwIfAborted();
  const request = {
    callId,
    tool: tool.name,
    summary: `${tool.name} ${JSON.stringify(args)}`,
    reason: `${tool.name} can change something.`,
  };
  return await approve(request, { signal });
}
