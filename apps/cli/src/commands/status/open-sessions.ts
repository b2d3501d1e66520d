import { isGone } from "@hermes/agent-loop";
import type { State } from "@hermes/state";
import type { OpenSessionReport } from "./status-report.ts";

/** An open session writes at least so often that it is among the last active ones. */
const lookedAt = 200;

/** The sessions that a process of this machine holds. */
export function openSessions({ sessions, journal }: State): readonly OpenSessionReport[] {
  return sessions.list({ limit: lookedAt }).flatMap(({ id, title, platform }) => {
    const lease = journal.leases.holder(id);
    if (lease === undefined || lease.expiresAt < Date.now() || isGone(lease.owner)) return [];
    return [{ id, title, platform, pid: lease.owner.pid }];
  });
}
