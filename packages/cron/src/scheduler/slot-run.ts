import { HermesError } from "@hermes/registry";
import type { Job } from "../jobs/job.ts";
import type { SlotStore } from "../store/cron-store.ts";
import type { JobRunEnd, RunJob } from "./run-job.ts";
import type { RunResult, Slot } from "./slot.ts";

/** The longest delay that `setTimeout` takes. */
const longestMs = 2 ** 31 - 1;

export interface SlotRunOptions {
  readonly store: SlotStore;
  readonly run: RunJob;
  readonly token: number;
}

/** What is written of a run. `left`: nothing, the next scheduler goes on with it. */
export type RunReceipt = { readonly result: RunResult } | { readonly skipped: "nothing" } | "left";

/** One run under way. */
export class SlotRun {
  readonly token: number;
  readonly #end: AbortController = new AbortController();
  readonly #options: SlotRunOptions;
  #slot: Slot;

  constructor(slot: Slot, options: SlotRunOptions) {
    this.#slot = slot;
    this.#options = options;
    this.token = options.token;
  }

  get slot(): Slot {
    return this.#slot;
  }

  /** The first reason counts. */
  end(reason: JobRunEnd): void {
    this.#end.abort(reason);
  }

  /** Runs it to its end. Never rejects. */
  async receipt(job: Job): Promise<RunReceipt> {
    const { signal } = this.#end;
    const timer = setTimeout(() => this.end("timed-out"), Math.min(job.limits.seconds * 1000, longestMs));
    try {
      const began = async (sessionId: string): Promise<void> => this.#began(sessionId);
      const result = await this.#options.run({ job, slot: this.#slot, signal, began });
      return result === "nothing" ? { skipped: result } : { result };
    } catch (error) {
      if (!signal.aborted) return { result: { outcome: "failed", error: described(error), deliveries: [] } };
      // Only `end` aborts it.
      const reason = signal.reason as JobRunEnd;
      if (reason === "shutdown") return "left";
      return {
        result: { outcome: reason === "timed-out" ? "timed-out" : "cancelled", deliveries: [] },
      };
    } finally {
      clearTimeout(timer);
    }
  }

  async #began(sessionId: string): Promise<void> {
    if (!(await this.#options.store.setSession(this.#slot, sessionId, this.token))) {
      this.end("shutdown");
      throw new HermesError("Another scheduler has taken over the run.", {
        code: "CRON_LEASE_LOST",
        hint: "It goes on there.",
      });
    }
    this.#slot = { ...this.#slot, sessionId };
  }
}

function described(error: unknown): NonNullable<RunResult["error"]> {
  if (HermesError.is(error)) return { code: error.code, message: error.message, hint: error.hint };
  return { code: "CRON_RUN_FAILED", message: error instanceof Error ? error.message : String(error) };
}
