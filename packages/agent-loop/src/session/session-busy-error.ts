import { HermesError } from "@hermes/registry";
import type { SessionLease } from "../journal/session-lease.ts";

/** Another writer has the session. */
export class SessionBusyError extends HermesError {
  readonly sessionId: string;
  /** Who has it, since when, and when it ends unless it is renewed. */
  readonly lease: SessionLease;

  constructor(sessionId: string, lease: SessionLease) {
    const { owner, since } = lease;
    super(
      `The session "${sessionId}" is open elsewhere: in process ${owner.pid} on ${owner.host}, since ${new Date(since).toISOString()}.`,
      { code: "SESSION_BUSY", hint: "Close it there, or take it over with open({ takeOver: true })." },
    );
    this.name = "SessionBusyError";
    this.sessionId = sessionId;
    this.lease = lease;
  }
}
