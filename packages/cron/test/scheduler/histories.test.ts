import { createCronJobs, slotKey } from "@hermes/cron";
import type { CronJobs, Job, JobRequest, Slot } from "@hermes/cron";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Coverage, covered } from "../support/coverage.ts";
import { minute, start } from "../support/job.ts";
import { simulate } from "../support/simulation.ts";
import type { SimulatedProcess, Simulation } from "../support/simulation.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";
const names = ["a", "b", "c"] as const;
/** An hour before Berlin sets its clocks forward, and back. */
const beforeChange = fc.constantFrom("2026-03-29T00:00:00Z", "2026-10-25T00:00:00Z");

type Step =
  | { readonly type: "pass" | "jump"; readonly ms: number }
  | { readonly type: "kill"; readonly process: number; readonly afterCalls: number }
  | { readonly type: "close"; readonly process: number }
  | { readonly type: "start"; readonly runMs: number }
  | { readonly type: "pause" | "resume" | "ask"; readonly job: (typeof names)[number] }
  | { readonly type: "edit"; readonly job: (typeof names)[number]; readonly change: JobRequest };

const job = fc.constantFrom(...names);
const overlap = fc.constantFrom("skip", "queue", "cancel");
const catchUp = fc.constantFrom("once", "all", "none");
const schedule = fc.constantFrom("every 1m", "*/7 * * * *", "30 2,3 * * *", "every 13m");
const policies = fc.record({ overlap, catchUp, schedule, jitterSeconds: fc.nat(90) });
const pass = fc.record({ type: fc.constant("pass"), ms: fc.integer({ min: 1000, max: 12 * minute }) });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: pass },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("jump"),
      ms: fc.integer({ min: -20 * minute, max: 150 * minute }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ type: fc.constant("kill"), process: fc.nat(1), afterCalls: fc.nat(30) },
    }),
  },
  fc.record({ type: fc.constant("close"), process: fc.nat(1) }),
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant("start"), runMs: fc.constantFrom(0, 30_000, 4 * minute) }),
  },
  fc.record({ type: fc.constantFrom("pause", "resume", "ask"), job }),
  fc.record({ type: fc.constant("edit"), job, change: policies }),
);

/** A store, its processes, and what people do to its jobs. */
class History {
  readonly #machine: Simulation;
  readonly #jobs: CronJobs;
  readonly #coverage = new Coverage();
  readonly #processes: (SimulatedProcess | undefined)[];

  constructor(machine: Simulation, processes: number) {
    this.#machine = machine;
    this.#jobs = createCronJobs({
      ...{ store: machine.store, timeZone: "Europe/Berlin", now: machine.now, scan: async () => [] },
    });
    this.#processes = Array.from({ length: processes });
  }

  async create(name: string, request: JobRequest): Promise<void> {
    const { job: made } = await this.#jobs.create({ ...request, name, prompt: "Look." }, { by: "person" });
    this.#coverage.opened(made);
  }

  async take(next: Step): Promise<void> {
    switch (next.type) {
      case "pass":
        return this.#machine.pass(next.ms);
      case "jump":
        return this.#machine.jump(next.ms);
      case "kill":
        return this.#processes[next.process]?.kill(next.afterCalls);
      case "close":
        await this.#close(next.process);
        return;
      case "start": {
        const place = this.#processes.findIndex((each) => each === undefined || each.isDead);
        if (place !== -1) this.#start(place, next.runMs);
        return;
      }
      case "ask":
        await this.#jobs.run(next.job);
        return;
      case "pause":
        return this.#change(next.job, async () => this.#jobs.pause(next.job));
      case "resume":
        return this.#change(next.job, async () => this.#jobs.resume(next.job));
      case "edit":
        return this.#change(next.job, async () => this.#jobs.edit(next.job, next.change, { by: "person" }));
    }
  }

  /** What was owed up to here has a slot, and nothing else has. */
  async check(): Promise<void> {
    const slots = covered(await this.#machine.receipts());
    expect(slots).toEqual(await this.#coverage.expected(this.#machine.store));
  }

  /** Whoever lives dies, and another process settles what is open. */
  async end(): Promise<void> {
    for (const each of this.#processes) each?.kill();
    this.#start(0, 0);
    await this.#machine.pass(10 * minute);
  }

  #start(place: number, runMs: number): void {
    const begun = this.#machine.process({ runMs: () => runMs });
    begun.scheduler.start();
    this.#processes[place] = begun;
  }

  async #close(place: number): Promise<void> {
    const closing = this.#processes[place];
    // Of one that dies in it nothing is heard any more.
    closing?.scheduler.close().catch(() => undefined);
    await this.#machine.pass(1000);
    closing?.kill();
  }

  async #change(name: string, work: () => Promise<{ readonly job: Job }>): Promise<void> {
    const { job: before } = await this.#jobs.get(name);
    this.#coverage.closed(before);
    const { job: after } = await work();
    this.#coverage.opened(after);
  }
}

async function happens(
  begin: string,
  steps: readonly Step[],
  processes: number,
): Promise<Simulation["most"]> {
  using machine = simulate();
  machine.jump(Date.parse(begin) - start);
  const history = new History(machine, processes);
  await history.create("a", { schedule: "every 1m" });
  await history.create("b", { schedule: "*/7 * * * *", overlap: "queue", catchUp: "all" });
  await history.create("c", { schedule: "every 5m", overlap: "cancel", catchUp: "none", jitterSeconds: 20 });
  for (const each of steps) {
    await history.take(each);
    // What it set off is done before the next one.
    await machine.pass(0);
    await history.check();
  }
  await history.end();
  await history.check();

  const slots = await machine.receipts();
  const isOpen = ({ state, startAfter }: Slot): boolean =>
    ["waiting", "running"].includes(state) && startAfter <= machine.now();
  expect(slots.filter(isOpen)).toEqual([]);
  const ran = slots.filter(({ state }) => state === "ran");
  const answered = ran.filter(({ result }) => result?.outcome === "answered");
  const happened = new Set(machine.effects);
  expect(answered.map(slotKey).filter((key) => !happened.has(key))).toEqual([]);
  const keys = new Set(ran.map(slotKey));
  expect([...happened].filter((key) => !keys.has(key))).toEqual([]);
  return machine.most;
}

test("whatever happens to a process and the clock, each time of a job has one slot", async () => {
  await fc.assert(
    fc.asyncProperty(beforeChange, fc.array(step, { minLength: 8, maxLength: 20 }), async (begin, steps) => {
      const most = await happens(begin, steps, 1);
      expect(most.ofJob).toBeLessThanOrEqual(1);
    }),
    { numRuns: isLong ? 400 : 6 },
  );
}, 3_600_000);

test("whatever happens to two processes, each time of a job has one slot", async () => {
  await fc.assert(
    fc.asyncProperty(beforeChange, fc.array(step, { minLength: 8, maxLength: 20 }), async (begin, steps) => {
      await happens(begin, steps, 2);
    }),
    { numRuns: isLong ? 400 : 6 },
  );
}, 3_600_000);
