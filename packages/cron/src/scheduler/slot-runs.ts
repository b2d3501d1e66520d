import { setTimeout as delay } from "node:timers/promises";
import type { Job } from "../jobs/job.ts";
import type { SlotStore } from "../store/cron-store.ts";
import type { RunJob } from "./run-job.ts";
import type { SchedulerOptions } from "./scheduler.ts";
import { SlotRun } from "./slot-run.ts";
import type { RunReceipt } from "./slot-run.ts";
import type { Slot } from "./slot.ts";

export interface SlotRunsOptions extends Pick<SchedulerOptions, "onReceipt" | "log"> {
  readonly store: SlotStore;
  readonly run: RunJob;
  readonly now: () => number;
  /** A run ended, and its receipt is written, or refused because the token is too old. */
  readonly onEnd: () => void;
  /** A receipt could not be written: only who takes the slot over can go on with it. */
  readonly onUnwritten: () => void;
}

/** So often is a receipt written that the store does not take, with pauses of 40 ms, 80 ms … 10 seconds. */
const mostTries = 12;

/** The runs under way: of each job at most one. */
export class SlotRuns {
  readonly #options: SlotRunsOptions;
  readonly #runs: Map<string, { readonly run: SlotRun; readonly ended: Promise<void> }> = new Map();

  constructor(options: SlotRunsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#runs.size;
  }

  has(job: string): boolean {
    return this.#runs.has(job);
  }

  all(): readonly SlotRun[] {
    return [...this.#runs.values()].map(({ run }) => run);
  }

  begin(job: Job, slot: Slot, token: number): void {
    const { store, run } = this.#options;
    const begun = new SlotRun(slot, { store, run, token });
    this.#runs.set(job.id, { run: begun, ended: this.#complete(job, begun) });
  }

  /** Writes the receipt of a slot that has a token, and tells of it. */
  async settle(
    job: Job | undefined,
    slot: Slot,
    { receipt, token }: { readonly receipt: Exclude<RunReceipt, "left">; readonly token: number },
  ): Promise<void> {
    const endedAt = this.#options.now();
    const options = { at: endedAt, token };
    if (!(await this.#retry(async () => this.#options.store.finish(slot, receipt, options)))) return;
    this.#options.onReceipt?.(
      job,
      "result" in receipt
        ? { ...slot, state: "ran", endedAt, result: receipt.result }
        : { ...slot, state: "skipped", endedAt, reason: receipt.skipped },
    );
  }

  /** Until one run ends, the time is over, or it is aborted. Never rejects. */
  async next(limitMs: number, signal?: AbortSignal): Promise<void> {
    const over = new AbortController();
    const timer = delay(limitMs, undefined, {
      signal: signal === undefined ? over.signal : AbortSignal.any([over.signal, signal]),
    });
    await Promise.race([timer.catch(() => undefined), ...[...this.#runs.values()].map(({ ended }) => ended)]);
    over.abort();
  }

  /** Ends all of them, so that somebody else goes on with them, and waits until they ended. */
  async leave(): Promise<void> {
    for (const { run } of this.#runs.values()) run.end("shutdown");
    await Promise.all([...this.#runs.values()].map(({ ended }) => ended));
  }

  async #complete(job: Job, run: SlotRun): Promise<void> {
    const { token } = run;
    const receipt = await run.receipt(job);
    try {
      if (receipt === "left") await this.#retry(async () => this.#options.store.leave(run.slot, token));
      else await this.settle(job, run.slot, { receipt, token });
    } catch {
      this.#options.onUnwritten();
    } finally {
      this.#runs.delete(job.id);
      this.#options.onEnd();
    }
  }

  async #retry<Result>(write: () => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries++) {
      try {
        return await write();
      } catch (error) {
        this.#options.log?.("error", "A receipt could not be written.", { error, tries });
        if (tries === mostTries) throw error;
        await delay(Math.min(20 * 2 ** tries, 10_000));
      }
    }
  }
}
