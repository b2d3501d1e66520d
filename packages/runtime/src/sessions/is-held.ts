import { isGone } from "@hermes/agent-loop";
import type { State } from "@hermes/state";

/** Whether a session is open, in whichever process. */
export function isHeld({ journal }: Pick<State, "journal">, sessionId: string): boolean {
  const lease = journal.leases.holder(sessionId);
  return lease !== undefined && Date.now() < lease.expiresAt && !isGone(lease.owner);
}
