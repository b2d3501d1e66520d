import { isClientCall } from "@hermes/api";
import type { ApprovalsPort } from "@hermes/api";
import { HermesError } from "@hermes/registry";
import { statusAt } from "@hermes/registry/approvals";
import type { State } from "@hermes/state";
import type { HomeRuns } from "./home-runs.ts";

export interface HomeApprovalsOptions {
  readonly store: () => Promise<State>;
  readonly runs: HomeRuns;
  readonly onError: (error: unknown) => void;
}

/** Platforms whose sessions go on here. Others go on where their answers are read. */
const goesOnHere: ReadonlySet<string> = new Set(["api", "cli"]);

/** Questions about permission of every session of the home. */
export function homeApprovals({ store, runs, onError }: HomeApprovalsOptions): ApprovalsPort {
  return {
    async list({ sessionId, status }) {
      const { approvals } = await store();
      const now = Date.now();
      return approvals
        .list({ sessionId, status: status === "expired" ? undefined : status })
        .map((each) => ({ ...each, status: statusAt(each, now) }))
        .filter((each) => (status === undefined || each.status === status) && !isClientCall(each));
    },
    async get(id) {
      const found = (await store()).approvals.get(id);
      if (found === undefined || isClientCall(found)) return undefined;
      return { ...found, status: statusAt(found, Date.now()) };
    },
    async answer(id, { answer, actor }) {
      const { approvals, sessions } = await store();
      const approval = approvals.answer(id, { answer, actor, at: Date.now() });
      const { sessionId } = approval.request;
      if (runs.asked.decide(id, { ...answer, actor })) return approval;
      const session = sessions.get(sessionId);
      if (session !== undefined && goesOnHere.has(session.platform))
        await goOn(runs, { sessionId, userId: session.userId }).catch(onError);
      return approval;
    },
  };
}

/** Whoever has the session open takes the answer from the log. */
async function goOn(
  runs: HomeRuns,
  { sessionId, userId }: { readonly sessionId: string; readonly userId: string | undefined },
): Promise<void> {
  try {
    await runs.start({
      ...{ sessionId, origin: { platform: "api", userId, entryPoint: "api" } },
      ...{ isOwner: true, wait: false, signal: new AbortController().signal },
    });
  } catch (error) {
    if (!HermesError.is(error) || !["SESSION_BUSY", "NOTHING_TO_CONTINUE"].includes(error.code)) throw error;
  }
}
