import type { Job } from "../jobs/job.ts";
import type { RunResult, Slot } from "./slot.ts";

export interface JobRun {
  readonly job: Job;
  readonly slot: Slot;
  /** Ends the run: with `JobRunEnd` as its reason. */
  readonly signal: AbortSignal;
  /**
   * Records the session of the run, before anything is said to a model: after a crash the run goes on in it.
   *
   * @throws where another scheduler has the slot by now: the run must end.
   */
  readonly began: (sessionId: string) => Promise<void>;
}

/** Why a run is ended: `shutdown` leaves the slot running, and the next scheduler goes on with it. */
export type JobRunEnd = "shutdown" | "timed-out" | "cancelled" | "removed";

/**
 * Does the work of one slot, and puts the answer into the outbox under a key of the slot, so that it is there once however often
 * this is called. Called again for a slot whose process died: `slot.deaths` counts them and `slot.sessionId` is what it had begun.
 *
 * @returns The receipt. `nothing`: its script had nothing to say, and no model was asked.
 * @throws the reason of the signal where it was ended; anything else becomes a result that failed.
 */
export type RunJob = (run: JobRun) => Promise<RunResult | "nothing">;
