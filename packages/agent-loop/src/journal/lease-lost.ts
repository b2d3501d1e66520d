import { HermesError } from "@hermes/registry";
import type { SessionLease } from "./session-lease.ts";

/**
 * A writer whose lease is not, or no longer, the one of the session.
 *
 * @param token What the entry carried.
 */
export function leaseLost(
  sessionId: string,
  token: number | undefined,
  holder: SessionLease | undefined,
): HermesError {
  const who = holder && `process ${holder.owner.pid} on ${holder.owner.host} holds it`;
  const why =
    token === undefined
      ? `the entry carries no token, and ${who ?? "nobody holds it"}`
      : `its lease is over, and ${who ?? "nobody holds it now"}`;
  return new HermesError(`Nothing was written to the session "${sessionId}": ${why}.`, {
    code: "SESSION_LEASE_LOST",
    hint: "What was written before is kept. Open the session again to go on with all of it.",
  });
}
