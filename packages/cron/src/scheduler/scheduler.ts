import type { Job } from "../jobs/job.ts";
import type { CronStore, SchedulerLease, SchedulerOwner } from "../store/cron-store.ts";
import type { RunJob } from "./run-job.ts";
import type { Slot } from "./slot.ts";

export interface SchedulerOptions {
  readonly store: CronStore;
  readonly run: RunJob;
  /** This process. */
  readonly owner: SchedulerOwner;
  /** Whether another process is known to be dead. Must not wait. */
  readonly isGone: (owner: SchedulerOwner) => boolean;
  /** Runs at one time, of all jobs. @default 3 */
  readonly maxParallel?: number | undefined;
  /** Told of each receipt that a run got, after it is written. Must not throw. */
  readonly onReceipt?: ((job: Job | undefined, slot: Slot) => void) | undefined;
  readonly log?:
    | ((level: "info" | "warn" | "error", text: string, facts?: Readonly<Record<string, unknown>>) => void)
    | undefined;
  /** Milliseconds since 1970: the clock of the machine, which may jump. @default Date.now */
  readonly now?: (() => number) | undefined;
}

export interface TickReport {
  /** Undefined: this one fired. Else another process fires. */
  readonly heldBy?: SchedulerLease | undefined;
  /** Runs that ended in it, with their receipts. */
  readonly ran: readonly Slot[];
  /** Slots that got a receipt without a run. */
  readonly settled: number;
}

/** Fires the jobs of a store, one process at a time. Nothing happens before `start` or `tick`. */
export interface Scheduler extends AsyncDisposable {
  /**
   * Fires what is due, from now on, while this process has the lease; where another has it, it is asked for again and again. Looks at
   * the clock at least every 30 seconds, so that a jump of it, or a sleep of the machine, is noticed then.
   */
  start(): void;
  /** Looks again at once: a job was made or changed by this process. */
  wake(): void;
  /** Fires once what is due now, waits for the runs that it began, and gives the lease back. */
  tick(options?: { readonly signal?: AbortSignal | undefined }): Promise<TickReport>;
  /** Whether this process has the lease. */
  readonly isFiring: boolean;
  /** Runs under way. */
  readonly running: number;
  /**
   * Begins nothing more and waits for what runs; what takes longer is ended, and the next scheduler goes on with it.
   *
   * @param limitMs @default 0
   */
  close(limitMs?: number): Promise<void>;
}
