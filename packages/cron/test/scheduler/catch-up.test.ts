import { expect, test } from "vitest";
import { minute, newJob, start } from "../support/job.ts";
import { simulate } from "../support/simulation.ts";

test("a slot runs at its time, and the job moves on", async () => {
  using machine = simulate();
  await machine.store.jobs.add(newJob());
  machine.process().scheduler.start();

  await machine.pass(3 * minute);

  expect(await machine.receipts()).toMatchObject(
    [1, 2, 3].map((index) => ({
      at: start + index * minute,
      ...{ state: "ran", startedAt: start + index * minute, result: { outcome: "answered" } },
    })),
  );
  expect(await machine.store.jobs.get(newJob().id)).toMatchObject({ nextAt: start + 4 * minute, runs: 3 });
});

test("of a gap the newest slot runs, and the others are merged into it", async () => {
  using machine = simulate();
  await machine.store.jobs.add(newJob());
  machine.jump(3.5 * minute);

  const report = await machine.process().scheduler.tick();

  expect(report).toMatchObject({ ran: [{ at: start + 3 * minute }], settled: 2 });
  expect(await machine.receipts()).toMatchObject([
    { at: start + minute, state: "merged", mergedInto: start + 3 * minute },
    { at: start + 2 * minute, state: "merged", mergedInto: start + 3 * minute },
    { at: start + 3 * minute, state: "ran" },
  ]);
});

test("a job that makes up for all runs each, the oldest first, and no more than 100", async () => {
  using machine = simulate();
  await machine.store.jobs.add(newJob({ catchUp: "all" }));
  machine.jump(105.5 * minute);

  await machine.process().scheduler.tick();

  const receipts = await machine.receipts();
  expect(receipts.slice(0, 5).map(({ reason }) => reason)).toEqual(Array(5).fill("limit"));
  expect(receipts.slice(5).every(({ state }) => state === "ran")).toBe(true);
  expect(machine.begun.map(({ at }) => at)).toEqual(receipts.slice(5).map(({ at }) => at));
  expect(machine.begun).toHaveLength(100);
});

test("a job that makes up for nothing skips what was missed, and runs what is due now", async () => {
  using machine = simulate();
  await machine.store.jobs.add(newJob({ id: "a", catchUp: "none" }));
  const hourly = { type: "interval", everyMs: 60 * minute, anchor: start - 58 * minute } as const;
  await machine.store.jobs.add(
    newJob({ id: "b", catchUp: "none", schedule: hourly, nextAt: start + 2 * minute }),
  );
  machine.jump(4.5 * minute);

  await machine.process().scheduler.tick();

  expect((await machine.receipts("a")).map(({ state, reason }) => reason ?? state)).toEqual([
    ...["missed", "missed", "missed", "ran"],
  ]);
  expect((await machine.receipts("b")).map(({ reason }) => reason)).toEqual(["missed"]);
});

test("a very long gap has one receipt for what is older than 10,000 slots", async () => {
  using machine = simulate();
  await machine.store.jobs.add(newJob());
  machine.jump(10_020.5 * minute);

  const report = await machine.process().scheduler.tick();

  expect(report.settled).toBe(10_019);
  const receipts = await machine.receipts();
  expect(receipts).toHaveLength(10_001);
  expect(receipts[0]).toMatchObject({
    ...{ at: start + minute, until: start + 20 * minute, count: 20, state: "merged" },
  });
});

test("a clock that is set back repeats nothing", async () => {
  using machine = simulate();
  await machine.store.jobs.add(newJob());
  machine.process().scheduler.start();
  await machine.pass(5 * minute);

  machine.jump(-3 * minute);
  await machine.pass(2.5 * minute);
  expect(machine.effects).toHaveLength(5);
  expect(await machine.store.jobs.get(newJob().id)).toMatchObject({ nextAt: start + 6 * minute });

  await machine.pass(2 * minute);
  expect(new Set(machine.effects).size).toBe(6);
  expect(machine.effects).toHaveLength(6);
});

test("a sleep of the machine is noticed within 30 seconds", async () => {
  using machine = simulate();
  await machine.store.jobs.add(newJob({ nextAt: start + 60 * minute }));
  machine.process().scheduler.start();
  await machine.pass(minute);

  machine.jump(60 * minute);
  await machine.pass(minute / 2);

  expect(machine.effects).toHaveLength(1);
});

test("jitter delays a slot by its own share, the same after a restart", async () => {
  using machine = simulate();
  await machine.store.jobs.add(newJob({ jitterSeconds: 50 }));
  machine.process().scheduler.start();
  await machine.pass(5.9 * minute);

  const delays = (await machine.receipts()).map(({ at, startedAt = 0 }) => startedAt - at);

  expect(delays.every((delay) => delay >= 0 && delay <= 50_000)).toBe(true);
  expect(delays).toEqual([43_615, 19_237, 16_992, 3553, 35_984]);
});

test("a job with a schedule that is none is paused, and the others go on", async () => {
  using machine = simulate();
  const wrong = { type: "cron", expression: "61 * * * *", timeZone: "UTC" } as const;
  await machine.store.jobs.add(newJob({ id: "a", schedule: wrong }));
  await machine.store.jobs.add(newJob({ id: "b", nextAt: start + minute }));
  machine.jump(minute);

  expect(await machine.process().scheduler.tick()).toMatchObject({ ran: [{ job: "b" }] });
  expect(await machine.store.jobs.get("a")).toMatchObject({ state: "paused", runs: 0 });
  expect((await machine.store.jobs.get("a"))?.pausedBecause).toContain("61 * * * *");
});

test("what is made while the scheduler looks is seen at once", async () => {
  using machine = simulate();
  const { jobs } = machine.store;
  await jobs.add(newJob({ id: "a" }));
  const { scheduler } = machine.process({
    runMs({ slot }) {
      if (slot.job === "b") return 0;
      jobs.add(newJob({ id: "b" })).catch(expect.fail);
      scheduler.wake();
      return minute / 2;
    },
  });
  scheduler.start();

  await machine.pass(minute);

  expect(machine.effects).toEqual(["b@2026-03-01T00:01:00.000Z"]);
});
