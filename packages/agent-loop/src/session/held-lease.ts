import { unref } from "@hermes/registry/node";
import type { LeaseOwner, SessionLeases } from "../journal/session-lease.ts";
import { isGone, processOwner } from "./process-owner.ts";
import { SessionBusyError } from "./session-busy-error.ts";

/** How long a lease holds when nobody renews it: a holder on another machine that died is waited for so long. */
const ttlMs = 60_000;
const renewEveryMs = 20_000;

export interface HeldLeaseOptions {
  /** Absent: nobody else is kept out. */
  readonly leases: SessionLeases | undefined;
  readonly sessionId: string;
  readonly now: () => number;
  /** Called when it turns out that another writer has taken the session. */
  readonly onLost: () => void;
}

/** What `take` found. `changed`: somebody else may have written since it was last held. `missing`: there is no such session. */
export type TakeResult = "unchanged" | "changed" | "missing";

/** The lease of one session in the hands of one agent: taken, renewed while it is held, released. */
export class HeldLease {
  readonly #options: HeldLeaseOptions;
  #owner: LeaseOwner | undefined;
  #token: number | undefined;
  #isHeld = false;
  #renewal: NodeJS.Timeout | undefined;
  #taking: Promise<TakeResult> | undefined;

  constructor(options: HeldLeaseOptions) {
    this.#options = options;
  }

  /** Of the last lease, held or not: what is written later than it must be refused. */
  get token(): number | undefined {
    return this.#token;
  }

  /**
   * Takes the session, or renews what is held.
   *
   * @throws {SessionBusyError} when somebody else holds it, unless `takeOver`.
   */
  async take(takeOver = false): Promise<TakeResult> {
    return await (this.#taking ??= this.#take(takeOver).finally(() => {
      this.#taking = undefined;
    }));
  }

  /** Never rejects: what can't be released expires. */
  async release(): Promise<void> {
    const { leases, sessionId } = this.#options;
    clearInterval(this.#renewal);
    if (leases === undefined || !this.#isHeld || this.#token === undefined) return;
    this.#isHeld = false;
    try {
      await leases.release(sessionId, this.#token);
    } catch {
      // The store may be closed, full or gone; what was done is done all the same.
    }
  }

  async #take(takeOver: boolean): Promise<TakeResult> {
    const { leases, sessionId, now } = this.#options;
    if (leases === undefined) return "unchanged";
    if (this.#isHeld && !(await this.#isLost(leases))) return "unchanged";
    const owner = (this.#owner ??= processOwner());
    const answer = await leases.acquire(sessionId, { owner, now: now(), ttlMs, isGone, takeOver });
    if (answer === undefined) return "missing";
    if ("heldBy" in answer) throw new SessionBusyError(sessionId, answer.heldBy);
    const { token } = answer.lease;
    const wasLast = token - 1 === this.#token;
    this.#token = token;
    this.#isHeld = true;
    this.#renewal = setInterval(() => void this.#renewInTime(leases), renewEveryMs);
    unref(this.#renewal);
    return wasLast ? "unchanged" : "changed";
  }

  /** Renews the lease. @returns Whether somebody else has it; not where it was let go of meanwhile. */
  async #isLost(leases: SessionLeases): Promise<boolean> {
    const { sessionId, now } = this.#options;
    const token = this.#token;
    if (token === undefined || (await leases.renew(sessionId, token, now() + ttlMs))) return false;
    if (!this.#isHeld || token !== this.#token) return false;
    this.#isHeld = false;
    clearInterval(this.#renewal);
    return true;
  }

  async #renewInTime(leases: SessionLeases): Promise<void> {
    try {
      if (await this.#isLost(leases)) this.#options.onLost();
    } catch {
      // A store that is locked for a moment is asked again the next time; writing says what is wrong with it.
    }
  }
}
