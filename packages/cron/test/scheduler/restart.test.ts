import { createScheduler, cronTables, sqliteCronStore } from "@hermes/cron";
import { openState } from "@hermes/state";
import { expect, test, vi } from "vitest";
import { minute, newJob, start } from "../support/job.ts";
import { owner, takeLease } from "../support/open-store.ts";
import { simulate } from "../support/simulation.ts";

test("a run whose process died is gone on with, in its session", async () => {
  using machine = simulate();
  await machine.store.jobs.add(newJob());
  const first = machine.process({ runMs: () => minute / 2 });
  first.scheduler.start();
  await machine.pass(1.2 * minute);
  first.kill();

  machine.process().scheduler.start();
  await machine.pass(minute / 2);

  expect(machine.begun).toMatchObject([
    { at: start + minute, deaths: 0, sessionId: undefined },
    { at: start + minute, deaths: 1, sessionId: `${newJob().id}@2026-03-01T00:01:00.000Z` },
  ]);
  expect(await machine.receipts()).toMatchObject([{ state: "ran", deaths: 1 }]);
});

test("a run that killed three processes is not begun again", async () => {
  using machine = simulate();
  await machine.store.jobs.add(newJob({ repeat: 1 }));
  machine.jump(minute);
  for (let deaths = 0; deaths < 3; deaths++) {
    const each = machine.process({ runMs: () => minute });
    each.scheduler.start();
    await machine.pass(1000);
    each.kill();
  }

  machine.process().scheduler.start();
  await machine.pass(minute);

  expect(machine.begun).toHaveLength(3);
  expect(await machine.receipts()).toMatchObject([{ result: { outcome: "interrupted" }, deaths: 3 }]);
  expect(await machine.store.jobs.get(newJob().id)).toMatchObject({ state: "done" });
});

test("a scheduler that is closed leaves its run to the next one, and no death is counted", async () => {
  using machine = simulate();
  await machine.store.jobs.add(newJob());
  const { scheduler } = machine.process({ runMs: () => minute });
  scheduler.start();
  await machine.pass(1.2 * minute);

  await scheduler.close();

  expect(scheduler).toMatchObject({ isFiring: false, running: 0 });
  expect(await machine.store.lease.holder()).toBeUndefined();
  await machine.process().scheduler.tick();
  expect(await machine.receipts()).toMatchObject([{ state: "ran", deaths: 0 }]);
  expect(machine.begun.map(({ sessionId }) => sessionId !== undefined)).toEqual([false, true]);
});

test("one of two schedulers fires, and the other one when the first is gone", async () => {
  using machine = simulate();
  await machine.store.jobs.add(newJob());
  const [first, second] = [machine.process(), machine.process()];
  first.scheduler.start();
  second.scheduler.start();
  await machine.pass(2.1 * minute);
  expect([first, second].map(({ scheduler }) => scheduler.isFiring)).toEqual([true, false]);

  first.kill();
  await machine.pass(minute);

  expect(second.scheduler.isFiring).toBe(true);
  expect(machine.effects).toHaveLength(3);
});

test("a tick beside one that fires does nothing, and says who fires", async () => {
  using machine = simulate();
  await machine.store.jobs.add(newJob({ nextAt: start + 1.5 * minute }));
  machine.process().scheduler.start();
  await machine.pass(minute);
  machine.jump(minute / 2);

  const report = await machine.process().scheduler.tick();

  expect(report).toMatchObject({ heldBy: { owner: { pid: 1 } }, ran: [], settled: 0 });
});

test("a run whose lease somebody else has taken is ended, and its late result is refused", async () => {
  using machine = simulate();
  await machine.store.jobs.add(newJob());
  const slow = machine.process({ runMs: () => 20 * minute });
  slow.scheduler.start();
  await machine.pass(1.1 * minute);
  const [slot] = await machine.receipts();
  const before = await machine.store.lease.holder();
  if (slot === undefined || before === undefined) throw new Error("No run.");

  machine.jump(10 * minute);
  const report = await machine.process().scheduler.tick();
  const isTaken = await machine.store.slots.finish(
    slot,
    { result: { outcome: "failed", deliveries: [] } },
    { at: machine.now(), token: before.token },
  );
  await machine.pass(minute / 2);

  expect(report.ran.map(({ at }) => at)).toContain(slot.at);
  expect(isTaken).toBe(false);
  expect((await machine.receipts())[0]).toMatchObject({ state: "ran", result: { outcome: "answered" } });
  expect(slow.scheduler.running).toBe(0);
});

test("a tick that is stopped leaves its run to the next one", async () => {
  using machine = simulate();
  await machine.store.jobs.add(newJob());
  machine.jump(minute);
  const stop = new AbortController();
  const stopped = machine.process({
    runMs({ slot }) {
      if (slot.at > start + minute) return 0;
      queueMicrotask(() => stop.abort(new Error("Stopped.")));
      return minute;
    },
  });

  await expect(stopped.scheduler.tick({ signal: stop.signal })).rejects.toThrow("Stopped.");

  expect(await machine.receipts()).toMatchObject([{ state: "running", deaths: 0 }]);
  expect(await machine.process().scheduler.tick()).toMatchObject({ ran: [{ at: start + minute }] });
  machine.jump(minute);
  expect((await stopped.scheduler.tick()).ran).toMatchObject([{ at: start + 2 * minute }]);
});

test("a store that fails for a while loses no receipt", async () => {
  using machine = simulate();
  await machine.store.jobs.add(newJob());
  let failures = 3;
  const { finish } = machine.store.slots;
  Object.assign(machine.store.slots, {
    finish: async (...values: Parameters<typeof finish>) => {
      if (failures-- > 0) throw new Error("The disk is full.");
      return finish(...values);
    },
  });
  machine.process().scheduler.start();

  await machine.pass(minute);
  expect(await machine.receipts()).toMatchObject([{ state: "running" }]);

  await vi.waitFor(async () => expect(await machine.receipts()).toMatchObject([{ state: "ran" }]));
  expect(machine.effects).toHaveLength(1);
});

test("a job that can't be read stops no other, whatever of it is open", async () => {
  const state = openState({ path: ":memory:", migrations: [cronTables] });
  const store = sqliteCronStore(state);
  for (const id of ["a", "b", "c", "d"]) await store.jobs.add(newJob({ id }));
  const waiting = [await store.slots.ask("b", start), await store.slots.ask("c", start)];
  const token = await takeLease(store, start);
  if (waiting[0] !== undefined) await store.slots.begin(waiting[0], start, token);
  state.transaction((tables) => tables.run("UPDATE cron_jobs SET body = '{}' WHERE id <> 'd'"));

  await using scheduler = createScheduler({
    ...{ store, owner, isGone: () => true, now: () => start + minute },
    run: async () => ({ outcome: "answered", deliveries: [] }),
  });

  expect(await scheduler.tick()).toMatchObject({
    ran: [{ job: "b", result: { outcome: "cancelled" } }, { job: "d" }],
  });
  state.close();
});
