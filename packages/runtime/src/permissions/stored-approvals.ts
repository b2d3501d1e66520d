import type { ApprovalLog } from "@hermes/registry";
import { memoryApprovals } from "@hermes/registry/approvals";
import type { State } from "@hermes/state";
import { lazy } from "../lazy.ts";

/** Approvals in the store, which is opened with the first question; in memory where it can't be written. */
export function storedApprovals(store: () => Promise<State>): ApprovalLog {
  const log = lazy(async (): Promise<ApprovalLog> => {
    const state = await store();
    return state.readOnly ? memoryApprovals() : state.approvals;
  });
  return {
    open: async (asked) => await (await log()).open(asked),
    answer: async (id, given) => await (await log()).answer(id, given),
    close: async (id, as) => await (await log()).close(id, as),
    get: async (id) => await (await log()).get(id),
    find: async (sessionId, callId) => await (await log()).find(sessionId, callId),
    list: async (filter) => await (await log()).list(filter),
  };
}
