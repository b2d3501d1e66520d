import { settleOrphans } from "@hermes/agent-loop/delegate";
import type { ChildRecord } from "@hermes/agent-loop/delegate";
import type { HomeParts } from "../runtime-parts.ts";
import { storedChildren } from "./stored-children.ts";

/** The children of a session, open or not, by their last runs. Those whose process died are ended first where the store can be written. */
export async function childrenOfSession(
  { existingState, children: { live } }: Pick<HomeParts, "existingState" | "children">,
  parentId: string,
): Promise<readonly ChildRecord[]> {
  const state = await existingState();
  if (state === undefined) return [];
  const records = storedChildren(state);
  const { leases } = state.journal;
  if (!state.readOnly) await settleOrphans({ records, live, leases, filter: { parentId } });
  return await records.list({ parentId });
}
