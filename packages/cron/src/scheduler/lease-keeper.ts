import type { SchedulerLease, SchedulerLeaseStore, SchedulerOwner } from "../store/cron-store.ts";

const ttlMs = 60_000;
/** A lease is renewed once a third of it is over. */
export const renewEveryMs: number = ttlMs / 3;

export interface LeaseKeeperOptions {
  readonly store: SchedulerLeaseStore;
  readonly owner: SchedulerOwner;
  readonly isGone: (owner: SchedulerOwner) => boolean;
}

/** The lease of one scheduler. */
export class LeaseKeeper {
  readonly #options: LeaseKeeperOptions;
  #lease: SchedulerLease | undefined;

  constructor(options: LeaseKeeperOptions) {
    this.#options = options;
  }

  /** Undefined: another process has it, or nobody. */
  get token(): number | undefined {
    return this.#lease?.token;
  }

  /** @returns Who has it; undefined: this one, now. */
  async acquire(now: number): Promise<SchedulerLease | undefined> {
    const { store, owner, isGone } = this.#options;
    const answer = await store.acquire({ owner, now, ttlMs, isGone });
    if ("heldBy" in answer) return answer.heldBy;
    this.#lease = answer.lease;
    return undefined;
  }

  /** Renews it where it is time to. @returns False where it is not held any more. */
  async keep(now: number): Promise<boolean> {
    if (this.#lease === undefined) return false;
    if (now < this.#lease.expiresAt - ttlMs + renewEveryMs) return true;
    const renewed = { ...this.#lease, expiresAt: now + ttlMs };
    this.#lease = (await this.#options.store.renew(renewed.token, renewed.expiresAt)) ? renewed : undefined;
    return this.#lease !== undefined;
  }

  /** A write was refused: asks whether the lease is why. */
  async check(): Promise<boolean> {
    const holder = await this.#options.store.holder();
    if (holder?.token !== this.token) this.#lease = undefined;
    return this.#lease !== undefined;
  }

  /** It expires by itself. */
  abandon(): void {
    this.#lease = undefined;
  }

  async release(): Promise<void> {
    const { token } = this;
    this.#lease = undefined;
    if (token !== undefined) await this.#options.store.release(token);
  }
}
