import type { ApprovalLog } from "@hermes/registry";
import type { StoredSession } from "../journal/session-journal.ts";
import { openCallsOf } from "./message-parts.ts";

/**
 * Ids of the calls that wait for an approval, or behind one that does. Their turn may have ended so, or its process died
 * while somebody was asked: the approval is there in both cases.
 */
export async function awaitingCalls(
  { messages, partial, startedCalls, head }: StoredSession,
  approvals: ApprovalLog | undefined,
): Promise<ReadonlySet<string>> {
  const none = new Set<string>();
  if (approvals === undefined || partial !== undefined) return none;
  const unstarted = openCallsOf(messages)
    .open.map(({ id }) => id)
    .filter((id) => !startedCalls.includes(id));
  for (const id of unstarted) {
    // oxlint-disable-next-line no-await-in-loop -- the first one that is found decides
    const approval = await approvals.find(head.id, id);
    if (approval !== undefined && approval.status !== "withdrawn") return new Set(unstarted);
  }
  return none;
}
