import { settleOrphans } from "@hermes/agent-loop/delegate";
import type { ChildRecord } from "@hermes/agent-loop/delegate";
import type { State } from "@hermes/state";
import type { OpenChildren } from "./open-children.ts";
import { storedChildren } from "./stored-children.ts";

/** The children of a session, open or not, by their last runs. Those whose process died are ended first where the store can be written. */
export async function childrenOfSession(
  state: State,
  { live }: OpenChildren,
  parentId: string,
): Promise<readonly ChildRecord[]> {
  const records = storedChildren(state);
  if (!state.readOnly)
    await settleOrphans({ records, live, leases: state.journal.leases, filter: { parentId } });
  return await records.list({ parentId });
}
