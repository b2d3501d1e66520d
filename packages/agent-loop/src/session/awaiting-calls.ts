import type { ToolCallPart } from "@hermes/models";
import type { ApprovalLog } from "@hermes/registry";
import type { SessionHead, StoredSession } from "../journal/session-journal.ts";
import { toolCallName, toolSearchName } from "../tools/waiting-tools.ts";
import type { WaitingTools } from "../tools/waiting-tools.ts";
import { openCallsOf } from "./message-parts.ts";

export interface UnstartedCalls {
  /** Ids of the calls that wait for an approval, or behind one that does. */
  readonly awaiting: ReadonlySet<string>;
  /** Ids of those whose tool is not there any more. */
  readonly gone: ReadonlySet<string>;
}

/**
 * What becomes of the calls of the last answer that did not start. Their turn may have ended so, or its process died
 * while somebody was asked: the approval is there in both cases.
 *
 * @param head What requests begin with from here on, and the tools behind its search.
 */
export async function unstartedCalls(
  { messages, partial, startedCalls }: StoredSession,
  { head, waiting }: { readonly head: SessionHead; readonly waiting: WaitingTools | undefined },
  approvals: ApprovalLog | undefined,
): Promise<UnstartedCalls> {
  const open = openCallsOf(messages).open.filter(({ id }) => !startedCalls.includes(id));
  const isThere = callableBy(head, waiting);
  const ids = open.filter(isThere).map(({ id }) => id);
  const gone = new Set(open.filter((call) => !isThere(call)).map(({ id }) => id));
  if (approvals === undefined || partial !== undefined) return { awaiting: new Set(), gone };
  for (const id of ids) {
    // oxlint-disable-next-line no-await-in-loop -- the first one that is found decides
    const approval = await approvals.find(head.id, id);
    if (approval !== undefined && approval.status !== "withdrawn") return { awaiting: new Set(ids), gone };
  }
  return { awaiting: new Set(), gone };
}

/** Tools that come and go may be there again when the call is made. */
function callableBy(
  { tools }: SessionHead,
  waiting: WaitingTools | undefined,
): (call: ToolCallPart) => boolean {
  if (waiting?.isLive === true) return () => true;
  const names = new Set([...tools.map(({ name }) => name), ...(waiting?.names ?? [])]);
  if (waiting === undefined) return ({ name }) => names.has(name);
  return (call) => {
    const meant = waiting.unwrap(call);
    const { name } = meant.ok ? meant.call : call;
    return names.has(name) || name === toolSearchName || name === toolCallName;
  };
}

/** A question about a call that can't run any more waits for nobody: an answer that comes later is refused. */
export async function withdrawApprovals(
  approvals: ApprovalLog | undefined,
  sessionId: string,
  { calls, at }: { readonly calls: Iterable<string>; readonly at: number },
): Promise<void> {
  if (approvals === undefined) return;
  for (const callId of calls) {
    // oxlint-disable-next-line no-await-in-loop -- hardly ever more than one
    const approval = await approvals.find(sessionId, callId);
    if (approval?.status !== "open") continue;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await approvals.close(approval.id, { status: "withdrawn", at });
  }
}
