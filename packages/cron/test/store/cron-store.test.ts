import type { Job, JobPlan, RunResult } from "@hermes/cron";
import { expect, test } from "vitest";
import { minute, newJob, start } from "../support/job.ts";
import { openStore, owner, takeLease } from "../support/open-store.ts";

const answered: RunResult = { outcome: "answered", text: "done", deliveries: [] };

test("a job comes back as it was written", async () => {
  using open = openStore();
  const job = newJob({
    ...{ folder: "/work", repeat: 3, origin: { platform: "telegram", chatId: "1" } },
    schedule: { type: "cron", expression: "0 9 * * 1-5", timeZone: "Europe/Berlin" },
    work: {
      ...{ type: "prompt", prompt: "", skills: ["a"], model: "m", provider: "p", toolsets: ["web"] },
      ...{ script: "look.sh", contextFrom: ["b"] },
    },
    ...{ limits: { usd: 1, tokens: 2, turns: 3, seconds: 4 }, madeBy: "model", madeIn: "s1" },
    provenance: [{ source: "web", name: "example.org" }],
  });

  expect(await open.store.jobs.add(job)).toBe(true);

  expect(await open.store.jobs.get(job.id)).toEqual({ ...job, pausedBecause: undefined });
});

test("a job that is changed twice from one reading is changed once", async () => {
  using open = openStore();
  const { jobs } = open.store;
  const job = newJob();
  await jobs.add(job);

  expect(await jobs.replace({ ...job, name: "first" })).toBe(true);
  expect(await jobs.replace({ ...job, name: "second" })).toBe(false);

  expect(await jobs.get(job.id)).toMatchObject({ name: "first", revision: job.revision + 1 });
});

test("two jobs never have one name", async () => {
  using open = openStore();
  const { jobs } = open.store;
  await jobs.add(newJob({ id: "a" }));
  await jobs.add(newJob({ id: "b" }));

  expect(await jobs.add(newJob({ id: "c", name: "a" }))).toBe(false);
  expect(await jobs.replace(newJob({ id: "b", name: "a" }))).toBe(false);
  expect((await jobs.list()).map(({ name }) => name)).toEqual(["a", "b"]);
});

test("a token that somebody else has overtaken writes nothing", async () => {
  using open = openStore();
  const { jobs, slots } = open.store;
  const job = newJob();
  await jobs.add(job);
  const [old, now] = [await takeLease(open.store, start), start + minute];
  const waiting = { job: job.id, at: now, cause: "schedule", startAfter: now } as const;
  await slots.plan([{ job, slots: [waiting], nextAt: now + minute }], old);
  await slots.begin(waiting, now, old);
  const token = await takeLease(open.store, now);

  const later = { ...job, revision: 2, nextAt: now + minute };
  const planned = await slots.plan([{ job: later, slots: [], nextAt: undefined }], old);
  const finished = await slots.finish(waiting, { result: answered }, { at: now, token: old });

  expect({ planned, finished, taken: await slots.takeOver(old) }).toEqual({
    ...{ planned: [], finished: false, taken: [] },
  });
  expect(await slots.takeOver(token)).toMatchObject([{ at: now, deaths: 1 }]);
});

test("a plan for a job that was changed since is not carried out, and the others are", async () => {
  using open = openStore();
  const { jobs, slots } = open.store;
  const [changed, other] = [newJob({ id: "a" }), newJob({ id: "b" })];
  await jobs.add(changed);
  await jobs.add(other);
  await jobs.replace({ ...changed, catchUp: "none" });
  const token = await takeLease(open.store, start);
  const planOf = (job: Job): JobPlan => ({
    ...{ job, nextAt: start + 2 * minute },
    slots: [{ job: job.id, at: start + minute, cause: "schedule", startAfter: start }],
  });

  const done = await slots.plan([planOf(changed), planOf(other)], token);

  expect(done.map(({ job }) => job.id)).toEqual(["b"]);
  expect((await slots.history({ limit: 9 })).map(({ job }) => job)).toEqual(["b"]);
  expect(await jobs.get("a")).toMatchObject({ nextAt: start + minute });
});

test("a run that was left on purpose counts no death", async () => {
  using open = openStore();
  const { jobs, slots } = open.store;
  const job = newJob();
  await jobs.add(job);
  const asked = await slots.ask(job.id, start);
  if (asked === undefined) throw new Error("No slot.");
  const token = await takeLease(open.store, start);
  await slots.begin(asked, start, token);
  await slots.setSession(asked, "s1", token);

  expect(await slots.leave(asked, token)).toBe(true);

  expect(await slots.takeOver(await takeLease(open.store, start))).toMatchObject([
    { deaths: 0, sessionId: "s1", state: "running" },
  ]);
});

test("a second slot of a job does not begin beside the first", async () => {
  using open = openStore();
  const { jobs, slots } = open.store;
  await jobs.add(newJob());
  const [first, second] = [await slots.ask(newJob().id, start), await slots.ask(newJob().id, start)];
  if (first === undefined || second === undefined) throw new Error("No slot.");
  const token = await takeLease(open.store, start);

  expect(await slots.begin(first, start, token)).toBe(true);
  expect(await slots.begin(second, start, token)).toBe(false);
  await slots.finish(first, { result: answered }, { at: start, token });
  expect(await slots.begin(second, start, token)).toBe(true);
});

test("a removed job leaves its receipts, and what waited is skipped", async () => {
  using open = openStore();
  const { jobs, slots } = open.store;
  const job = newJob();
  await jobs.add(job);
  await slots.ask(job.id, start);

  expect(await jobs.remove(job.id, start + 1)).toBe(true);

  expect(await slots.history({ limit: 10 })).toMatchObject([{ state: "skipped", reason: "removed" }]);
  expect(await slots.ask(job.id, start)).toBeUndefined();
});

test("old receipts are forgotten, but for the newest 50 of each job", async () => {
  using open = openStore();
  const { jobs, slots } = open.store;
  const job = newJob();
  await jobs.add(job);
  const token = await takeLease(open.store, start);
  const settled = { state: "skipped", reason: "missed" } as const;
  const old = Array.from({ length: 60 }, (_, index) => start + index);
  await slots.plan(
    [
      {
        job,
        slots: old.map((at) => ({ job: job.id, at, cause: "schedule", startAfter: at, settled })),
        nextAt: start + minute,
      },
    ],
    token,
  );

  expect(await slots.prune(start + 5)).toBe(5);
  expect(await slots.prune(start + minute)).toBe(5);
  expect(await slots.history({ job: job.id, limit: 100 })).toHaveLength(50);
});

test("the lease is given to one, and to the next when it has expired or its holder is gone", async () => {
  using open = openStore();
  const { lease } = open.store;
  const ask = { owner, now: start, ttlMs: minute, isGone: () => false };

  expect(await lease.acquire(ask)).toMatchObject({ lease: { token: 1 } });
  expect(await lease.acquire(ask)).toMatchObject({ heldBy: { token: 1 } });
  expect(await lease.renew(1, start + 2 * minute)).toBe(true);
  expect(await lease.acquire({ ...ask, now: start + minute })).toMatchObject({ heldBy: { token: 1 } });
  expect(await lease.acquire({ ...ask, isGone: () => true })).toMatchObject({ lease: { token: 2 } });
  expect(await lease.renew(1, start + 9 * minute)).toBe(false);
  expect(await lease.acquire({ ...ask, now: start + minute })).toMatchObject({ lease: { token: 3 } });
  await lease.release(3);
  expect(await lease.holder()).toBeUndefined();
});
