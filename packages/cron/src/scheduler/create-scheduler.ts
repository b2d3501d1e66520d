import { HermesError } from "@hermes/registry";
import type { Job } from "../jobs/job.ts";
import type { JobPlan, SchedulerLease } from "../store/cron-store.ts";
import { LeaseKeeper, renewEveryMs } from "./lease-keeper.ts";
import { planSlots } from "./plan-slots.ts";
import { resolveOverlap } from "./resolve-overlap.ts";
import type { Scheduler, SchedulerOptions, TickReport } from "./scheduler.ts";
import { SlotRuns } from "./slot-runs.ts";
import type { RunResult, SkipReason, Slot } from "./slot.ts";

/** Jobs that are read at once. */
const batch = 100;
const mostDeaths = 3;

export function createScheduler(options: SchedulerOptions): Scheduler {
  return new StoreScheduler(options);
}

class StoreScheduler implements Scheduler {
  readonly #options: SchedulerOptions;
  readonly #now: () => number;
  readonly #lease: LeaseKeeper;
  readonly #runs: SlotRuns;
  #mode: "new" | "started" | "ticking" | "closed" = "new";
  #looking: Promise<void> | undefined;
  #looksAgain = false;
  #timer: NodeJS.Timeout | undefined;
  #ran: Slot[] = [];
  #settled = 0;

  constructor(options: SchedulerOptions) {
    const { store, run, owner, isGone, log, now = Date.now } = options;
    this.#options = options;
    this.#now = now;
    this.#lease = new LeaseKeeper({ store: store.lease, owner, isGone });
    this.#runs = new SlotRuns({
      ...{ store: store.slots, run, now, log },
      onReceipt: (job, slot) => {
        if (this.#mode === "ticking") this.#ran.push(slot);
        options.onReceipt?.(job, slot);
      },
      onEnd: () => this.wake(),
      onUnwritten: () => this.#lease.abandon(),
    });
  }

  get isFiring(): boolean {
    return this.#lease.token !== undefined;
  }

  get running(): number {
    return this.#runs.size;
  }

  start(): void {
    if (this.#mode !== "new") throw new TypeError(`A scheduler that is ${this.#mode} can't be started.`);
    this.#mode = "started";
    this.wake();
  }

  wake(): void {
    if (this.#mode !== "started") return;
    this.#looksAgain = true;
    this.#looking ??= this.#look();
  }

  async tick({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<TickReport> {
    if (this.#mode !== "new") throw new TypeError(`A scheduler that is ${this.#mode} can't tick.`);
    signal?.throwIfAborted();
    this.#mode = "ticking";
    [this.#ran, this.#settled] = [[], 0];
    try {
      const until = this.#now();
      const heldBy = await this.#hold(until);
      if (heldBy !== undefined) return { heldBy, ran: [], settled: 0 };
      await this.#plan(until);
      await this.#begin(until);
      while (this.#runs.size > 0) {
        await this.#runs.next(renewEveryMs, signal);
        signal?.throwIfAborted();
        if (await this.#keep()) await this.#begin(until);
      }
      return { ran: this.#ran, settled: this.#settled };
    } finally {
      await this.#leave();
      // It may be closed meanwhile.
      if (this.#mode === "ticking") this.#mode = "new";
    }
  }

  async close(limitMs = 0): Promise<void> {
    this.#mode = "closed";
    clearTimeout(this.#timer);
    await this.#looking;
    const end = performance.now() + limitMs;
    for (let rest = limitMs; this.#runs.size > 0 && rest > 0; rest = end - performance.now()) {
      await this.#runs.next(Math.min(rest, renewEveryMs));
      await this.#keep();
    }
    await this.#leave();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Looks until nobody asks for another look, and sets the timer for the next one. Never rejects. */
  async #look(): Promise<void> {
    let delayMs = 0;
    while (this.#looksAgain && this.#mode === "started") {
      this.#looksAgain = false;
      clearTimeout(this.#timer);
      try {
        delayMs = await this.#fire();
      } catch (error) {
        this.#options.log?.("error", "What is due could not be looked up; it is tried again.", { error });
        delayMs = renewEveryMs;
      }
    }
    this.#looking = undefined;
    if (this.#mode === "started") this.#timer = setTimeout(() => this.wake(), delayMs);
  }

  /** @returns How long nothing is due, in milliseconds; at most as long as a jump of the clock may stay unnoticed. */
  async #fire(): Promise<number> {
    const { slots } = this.#options.store;
    const now = this.#now();
    if ((await this.#hold(now)) !== undefined) return renewEveryMs;
    const due = await slots.nextAt();
    if (due !== undefined && due <= now) await this.#plan(now);
    if (this.#runs.size > 0 || (due !== undefined && due <= now)) await this.#begin(now);
    const next = due !== undefined && due > now ? due : await slots.nextAt(now);
    return next === undefined ? renewEveryMs : Math.max(0, Math.min(next - this.#now(), renewEveryMs));
  }

  /** @returns Who has the lease; undefined: this one. */
  async #hold(now: number): Promise<SchedulerLease | undefined> {
    if (this.isFiring && (await this.#keep())) return undefined;
    // What began under a lease that was lost has to end before somebody here goes on with it.
    await this.#runs.leave();
    const heldBy = await this.#lease.acquire(now);
    if (heldBy !== undefined) return heldBy;
    try {
      await this.#takeOver();
    } catch (error) {
      await this.#lease.release();
      throw error;
    }
    return undefined;
  }

  async #keep(): Promise<boolean> {
    if (await this.#lease.keep(this.#now())) return true;
    for (const run of this.#runs.all()) run.end("shutdown");
    return false;
  }

  async #leave(): Promise<void> {
    await this.#runs.leave();
    await this.#lease.release();
  }

  /** Goes on with runs whose process died. */
  async #takeOver(): Promise<void> {
    const { token } = this.#lease;
    if (token === undefined) return;
    const { slots } = this.#options.store;
    for (const slot of await slots.takeOver(token)) {
      const job = await this.#jobOf(slot);
      const end = (outcome: RunResult["outcome"]): Promise<void> =>
        this.#runs.settle(job, slot, { token, receipt: { result: { outcome, deliveries: [] } } });
      if (job === undefined) await end("cancelled");
      else if (slot.deaths >= mostDeaths) await end("interrupted");
      else this.#runs.begin(job, slot, token);
    }
  }

  /** Gives slots to every job that is due. */
  async #plan(now: number): Promise<void> {
    for (let goesOn = true; goesOn;) {
      const due = await this.#options.store.slots.due(now, batch);
      let planned = 0;
      let plans: JobPlan[] = [];
      for (const job of due) {
        const plan = await this.#planOf(job, now);
        if (plan !== undefined) plans.push(plan);
        // A long gap alone makes a long transaction.
        if (plans.length === batch || (plan !== undefined && plan.slots.length > batch)) {
          planned += await this.#carryOut(plans);
          plans = [];
        }
      }
      planned += await this.#carryOut(plans);
      goesOn = planned > 0 && due.length === batch;
    }
  }

  async #planOf(job: Job, now: number): Promise<JobPlan | undefined> {
    try {
      return { job, ...planSlots(job, now) };
    } catch (error) {
      const pausedBecause = error instanceof Error ? error.message : String(error);
      this.#options.log?.("error", "A job with a wrong schedule was paused.", { job: job.id, error });
      await this.#options.store.jobs.replace({ ...job, state: "paused", pausedBecause });
      return undefined;
    }
  }

  /** @returns How many jobs moved on. */
  async #carryOut(plans: readonly JobPlan[]): Promise<number> {
    const { token } = this.#lease;
    if (token === undefined || plans.length === 0) return 0;
    const done = await this.#options.store.slots.plan(plans, token);
    if (done.length < plans.length) await this.#lease.check();
    for (const { settled, count = 1 } of done.flatMap(({ slots }) => slots))
      if (settled !== undefined) this.#settled += count;
    return done.length;
  }

  /** Begins what can begin, after it has seen what becomes of what runs. */
  async #begin(until: number): Promise<void> {
    const { slots } = this.#options.store;
    for (const run of this.#runs.all()) {
      const job = await this.#jobOf(run.slot);
      if (job === undefined) run.end("removed");
      else if (await this.#givesWay(job, run.slot, until)) run.end("cancelled");
    }
    const { maxParallel = 3 } = this.#options;
    for (let goesOn = true; goesOn && this.#mode !== "closed";) {
      goesOn = false;
      const free = maxParallel - this.#runs.size;
      if (free <= 0) return;
      // Those of jobs that run are among them, and don't begin.
      for (const slot of await slots.startable(until, free + this.#runs.size))
        if (this.#runs.size < maxParallel && !this.#runs.has(slot.job))
          goesOn = (await this.#beginSlot(slot, until)) === "gave-way" || goesOn;
    }
  }

  async #beginSlot(slot: Slot, until: number): Promise<"began" | "gave-way" | "refused"> {
    const { slots } = this.#options.store;
    const { token } = this.#lease;
    const job = await this.#jobOf(slot);
    if (job === undefined || token === undefined) return "refused";
    if (slot.cause === "schedule" && (await this.#givesWay(job, slot, until))) {
      await this.#skip([slot], "overlap");
      return "gave-way";
    }
    const startedAt = this.#now();
    if (await slots.begin(slot, startedAt, token)) {
      this.#runs.begin(job, { ...slot, state: "running", startedAt }, token);
      return "began";
    }
    await this.#lease.check();
    return "refused";
  }

  /** Undefined where it is gone, or can't be read: one such row stops no other job. */
  async #jobOf({ job }: Slot): Promise<Job | undefined> {
    try {
      return await this.#options.store.jobs.get(job);
    } catch (error) {
      if (!HermesError.is(error) || error.code !== "CRON_UNREADABLE_JOB") throw error;
      this.#options.log?.("error", "A job could not be read.", { job, error });
      return undefined;
    }
  }

  /** Settles what came up after a slot of the same job that is open. @returns Whether the slot itself has to end. */
  async #givesWay(job: Job, before: Slot, until: number): Promise<boolean> {
    const open = await this.#options.store.slots.open(job.id);
    const waiting = open.filter(({ state, startAfter }) => state === "waiting" && startAfter <= until);
    const { skipped, reason, endsBefore } = resolveOverlap(job.overlap, before, waiting);
    await this.#skip(skipped, reason);
    return endsBefore;
  }

  async #skip(slots: readonly Slot[], reason: SkipReason): Promise<void> {
    const { token } = this.#lease;
    if (token === undefined || slots.length === 0) return;
    await this.#options.store.slots.skip(slots, reason, { at: this.#now(), token });
    this.#settled += slots.length;
  }
}
