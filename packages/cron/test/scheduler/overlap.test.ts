import type { RunResult } from "@hermes/cron";
import { expect, test } from "vitest";
import { minute, newJob, start } from "../support/job.ts";
import { simulate } from "../support/simulation.ts";
import type { Simulation } from "../support/simulation.ts";

async function became(machine: Simulation, job?: string): Promise<readonly string[]> {
  const receipts = await machine.receipts(job);
  return receipts.map(({ state, reason, result }) => reason ?? result?.outcome ?? state);
}

test("a slot that comes up while the job runs is skipped", async () => {
  using machine = simulate();
  await machine.store.jobs.add(newJob({ overlap: "skip" }));
  machine.process({ runMs: () => 2.5 * minute }).scheduler.start();

  await machine.pass(6.9 * minute);

  expect(await became(machine)).toEqual([
    ...["answered", "overlap", "overlap", "answered", "overlap", "overlap"],
  ]);
});

test("queued slots wait for the run before, at most 10 of them", async () => {
  using machine = simulate();
  await machine.store.jobs.add(newJob({ overlap: "queue", limits: { seconds: 3600 } }));
  machine
    .process({ runMs: ({ slot }) => (slot.at === start + minute ? 12.5 * minute : 0) })
    .scheduler.start();

  await machine.pass(13.9 * minute);

  expect(await became(machine)).toEqual([...Array<string>(11).fill("answered"), "limit", "limit"]);
  expect(machine.most.ofJob).toBe(1);
});

test("the run under way is ended for the newest slot, which begins once it has ended", async () => {
  using machine = simulate();
  await machine.store.jobs.add(newJob({ overlap: "cancel" }));
  machine.process({ runMs: () => 1.5 * minute }).scheduler.start();

  await machine.pass(2.9 * minute);

  expect(await became(machine)).toEqual(["cancelled", "running"]);
  expect(machine.most.ofJob).toBe(1);
});

test("a run that somebody asks for waits for the one under way, and does not count", async () => {
  using machine = simulate();
  await machine.store.jobs.add(newJob({ repeat: 2 }));
  const { scheduler } = machine.process({ runMs: () => 50_000 });
  scheduler.start();
  await machine.pass(1.1 * minute);

  await machine.store.slots.ask(newJob().id, machine.now());
  scheduler.wake();
  await machine.pass(20_000);

  expect(await became(machine)).toEqual(["running", "waiting"]);
  await machine.pass(1.4 * minute);
  expect(await became(machine)).toEqual(["answered", "answered", "overlap"]);
  expect(await machine.store.jobs.get(newJob().id)).toMatchObject({ state: "active", runs: 1 });
});

test("after its last run a job is done, and what waits is skipped", async () => {
  using machine = simulate();
  await machine.store.jobs.add(newJob({ catchUp: "all", repeat: 2 }));
  machine.jump(4 * minute);

  await machine.process().scheduler.tick();

  expect(await became(machine)).toEqual(["answered", "answered", "limit", "limit"]);
  const job = await machine.store.jobs.get(newJob().id);
  expect(job).toMatchObject({ state: "done", runs: 2, nextAt: undefined });
});

test("a job of one time is done once it ran", async () => {
  using machine = simulate();
  const schedule = { type: "once", at: start + minute } as const;
  await machine.store.jobs.add(newJob({ schedule }));
  machine.process({ runMs: () => minute / 2 }).scheduler.start();

  await machine.pass(1.2 * minute);
  expect(await machine.store.jobs.get(newJob().id)).toMatchObject({ state: "active", nextAt: undefined });
  await machine.pass(minute);
  expect(await machine.store.jobs.get(newJob().id)).toMatchObject({ state: "done" });
});

test("a run that takes too long is ended", async () => {
  using machine = simulate();
  await machine.store.jobs.add(newJob({ limits: { seconds: 10 } }));
  machine.process({ runMs: () => minute }).scheduler.start();

  await machine.pass(1.5 * minute);

  const [receipt] = await machine.receipts();
  expect(receipt).toMatchObject({
    ...{ result: { outcome: "timed-out" }, endedAt: start + minute + 10_000 },
  });
});

test("a run whose job is removed is ended, and one that is paused ends by itself", async () => {
  using machine = simulate();
  const { jobs } = machine.store;
  await jobs.add(newJob({ id: "a" }));
  await jobs.add(newJob({ id: "b" }));
  machine.process({ runMs: () => 55_000 }).scheduler.start();
  await machine.pass(minute);

  await jobs.remove("a", machine.now());
  const job = await jobs.get("b");
  if (job === undefined) throw new Error("No job.");
  await jobs.replace({ ...job, state: "paused" }, { skipWaiting: "paused", now: machine.now() });
  await machine.pass(5 * minute);

  expect(await became(machine, "a")).toEqual(["cancelled"]);
  expect(await became(machine, "b")).toEqual(["answered"]);
});

test("no more runs at one time than allowed, and slots that wait for that do not pile up", async () => {
  using machine = simulate();
  for (const id of ["a", "b", "c", "d"])
    await machine.store.jobs.add(newJob({ id, ...(id === "d" ? { nextAt: start + 2 * minute } : {}) }));
  machine.process({ runMs: () => 5.5 * minute, maxParallel: 3 }).scheduler.start();

  await machine.pass(7.9 * minute);

  expect(machine.most.ofAll).toBe(3);
  expect(await became(machine, "d")).toEqual(["running", ...Array<string>(5).fill("overlap")]);
});

test("a script that has nothing to say leaves a receipt and does not count", async () => {
  using machine = simulate();
  await machine.store.jobs.add(newJob({ repeat: 1 }));
  let isSilent = true;
  const answer: RunResult = { outcome: "silent", deliveries: [] };
  machine.process({ result: () => (isSilent ? "nothing" : answer) }).scheduler.start();

  await machine.pass(2 * minute);
  isSilent = false;
  await machine.pass(5 * minute);

  expect(await became(machine)).toEqual(["nothing", "nothing", "silent"]);
});

test("a run that throws has a receipt that says why", async () => {
  using machine = simulate();
  await machine.store.jobs.add(newJob());
  machine.jump(minute);
  const { scheduler } = machine.process({
    result() {
      throw new RangeError("No such folder.");
    },
  });

  const { ran } = await scheduler.tick();

  expect(ran).toMatchObject([
    { result: { outcome: "failed", error: { code: "CRON_RUN_FAILED", message: "No such folder." } } },
  ]);
});
