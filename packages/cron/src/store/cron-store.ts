import type { Job } from "../jobs/job.ts";
import type { RunResult, SkipReason, Slot } from "../scheduler/slot.ts";

/** A process, as `LeaseOwner` of `@hermes/agent-loop` has it by shape. */
export interface SchedulerOwner {
  readonly host: string;
  readonly pid: number;
  readonly processStart?: string | undefined;
}

/** The right to fire the jobs of a store. One owner at a time; the token of each is greater than all before. */
export interface SchedulerLease {
  readonly owner: SchedulerOwner;
  readonly token: number;
  readonly expiresAt: number;
}

/** How a job is kept; each call is one transaction. */
export interface JobStore {
  /** @returns False where the name or id is taken. */
  add(job: Job): Promise<boolean>;
  get(id: string): Promise<Job | undefined>;
  /** All of them, by name. */
  list(): Promise<readonly Job[]>;
  /**
   * Takes the place of the job as it was. `job.revision` is the one it was read with; one more is stored. `runs` is the store's own: a job
   * that was done begins at 0 again.
   *
   * @param options `skipWaiting`: slots of its schedule that wait get this receipt; a run that somebody asked for still waits.
   * @returns False where it was changed since (`revision`), is gone, or the name is taken.
   */
  replace(
    job: Job,
    options?: { readonly skipWaiting?: SkipReason | undefined; readonly now: number },
  ): Promise<boolean>;
  /** The receipts stay; what waits is skipped. @returns False where it is gone. */
  remove(id: string, now: number): Promise<boolean>;
}

export interface NewSlot extends Pick<Slot, "job" | "at" | "cause" | "startAfter"> {
  readonly settled?:
    | { readonly state: "skipped"; readonly reason: SkipReason }
    | { readonly state: "merged"; readonly mergedInto: number }
    | undefined;
  readonly until?: number | undefined;
  readonly count?: number | undefined;
}

export interface JobPlan {
  /** As it was read. */
  readonly job: Pick<Job, "id" | "revision" | "nextAt">;
  readonly slots: readonly NewSlot[];
  readonly nextAt: number | undefined;
}

export interface SlotStore {
  /** Jobs that are active and whose next time has come, the earliest first. */
  due(now: number, limit: number): Promise<readonly Job[]>;
  /**
   * Gives slots to jobs and moves their next times, together: the next time never moves without a receipt for what it leaves behind. A slot
   * that is there already stays as it is. Without a next time a job is done once its last slot has a receipt.
   *
   * @returns Those that were carried out: not where the job was changed since, and none where the token is not that of the holder.
   */
  plan<Plan extends JobPlan>(plans: readonly Plan[], token: number): Promise<readonly Plan[]>;
  /** A run that somebody asked for; it does not count for `repeat`. @returns Its slot; undefined where the job is gone. */
  ask(job: string, now: number): Promise<Slot | undefined>;
  /** Slots that wait and whose time has come, the earliest first; of each job the first alone. */
  startable(now: number, limit: number): Promise<readonly Slot[]>;
  /** @returns False where it does not wait any more, another slot of the job runs, or the token is not that of the holder. */
  begin(slot: Pick<Slot, "job" | "at">, at: number, token: number): Promise<boolean>;
  /** @returns False where it does not run under this token. */
  setSession(slot: Pick<Slot, "job" | "at">, sessionId: string, token: number): Promise<boolean>;
  /** The run was ended on purpose, without a receipt: who takes the slot over goes on with it, and no death is counted. */
  leave(slot: Pick<Slot, "job" | "at">, token: number): Promise<boolean>;
  /** Writes the receipt of a run; the last of `repeat` ends the job. @returns False where it has one, or does not run under this token. */
  finish(
    slot: Pick<Slot, "job" | "at">,
    receipt: { readonly result: RunResult } | { readonly skipped: SkipReason },
    options: { readonly at: number; readonly token: number },
  ): Promise<boolean>;
  /** Skips slots that wait. */
  skip(
    slots: readonly Pick<Slot, "job" | "at">[],
    reason: SkipReason,
    options: { readonly at: number; readonly token: number },
  ): Promise<void>;
  /** Takes over slots that run under an older token: their process died, and `deaths` counts it. */
  takeOver(token: number): Promise<readonly Slot[]>;
  /** Slots of a job that wait or run. */
  open(job: string): Promise<readonly Slot[]>;
  /** The newest first. */
  history(of: {
    readonly job?: string | undefined;
    readonly limit: number;
    readonly before?: number | undefined;
  }): Promise<readonly Slot[]>;
  /** When there is something to do next, of what is later than `after`; undefined: never. */
  nextAt(after?: number): Promise<number | undefined>;
  /** Forgets receipts of before this time; of each job the newest 50 stay. */
  prune(before: number): Promise<number>;
}

export interface SchedulerLeaseStore {
  /** Atomic: of several that ask at once, one gets it. */
  acquire(request: {
    readonly owner: SchedulerOwner;
    readonly now: number;
    readonly ttlMs: number;
    /** Whether a holder is known to be dead before its lease has expired. Must not wait. */
    readonly isGone: (owner: SchedulerOwner) => boolean;
  }): Promise<{ readonly lease: SchedulerLease } | { readonly heldBy: SchedulerLease }>;
  renew(token: number, expiresAt: number): Promise<boolean>;
  release(token: number): Promise<void>;
  holder(): Promise<SchedulerLease | undefined>;
}

/** Jobs, slots and who fires them. */
export interface CronStore {
  readonly jobs: JobStore;
  readonly slots: SlotStore;
  readonly lease: SchedulerLeaseStore;
  /** Small facts, such as what a heartbeat saw last. */
  readonly memory: {
    read(key: string): Promise<string | undefined>;
    write(key: string, text: string): Promise<void>;
  };
}
