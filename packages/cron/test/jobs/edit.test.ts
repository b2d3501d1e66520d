import { expect, test } from "vitest";
import type { JobRequest } from "@hermes/cron";
import { takeLease } from "../support/open-store.ts";
import { daily, jobsIn, person, tuesday } from "../support/jobs-in.ts";

const hour = 3_600_000;

test("what a change does not name stays, and null goes back to the default", async () => {
  await using made = await jobsIn();
  const whole: JobRequest = {
    ...{ ...daily, name: "Report", skills: ["mail"], model: "m1", provider: "p1", toolsets: ["web"] },
    ...{ script: "a.sh", deliver: ["telegram"], usd: 1, tokens: 1_000, turns: 5, seconds: 60 },
    ...{ catchUp: "all", overlap: "queue", jitterSeconds: 30, repeat: 9 },
  };
  const { job: before } = await made.jobs.create(whole, person);

  const { job } = await made.jobs.edit("Report", { prompt: "Say goodbye." }, person);
  const { job: bare } = await made.jobs.edit(
    "Report",
    {
      ...{ model: null, provider: null, toolsets: null, script: null, usd: null, tokens: null, turns: null },
      ...{ seconds: null, skills: [], deliver: [], repeat: 0 },
    },
    person,
  );

  expect(job).toEqual({
    ...before,
    work: { ...before.work, prompt: "Say goodbye." },
    revision: before.revision + 1,
  });
  expect(bare).toMatchObject({ deliver: ["local"], limits: { seconds: 1_800 }, catchUp: "all" });
  expect(bare.limits).toEqual({ seconds: 1_800 });
  expect(bare.repeat).toBeUndefined();
  expect(bare.work).toEqual({ type: "prompt", prompt: "Say goodbye.", skills: [], contextFrom: [] });
});

test("another schedule counts from now on, and what waited for the old one is skipped", async () => {
  await using made = await jobsIn();
  const { job } = await made.jobs.create(daily, person);
  const waiting = { job: job.id, at: tuesday, cause: "schedule", startAfter: tuesday } as const;
  const token = await takeLease(made.store, tuesday);
  await made.store.slots.plan([{ job, slots: [waiting], nextAt: job.nextAt }], token);
  made.clock.now += hour;

  const { job: renamed } = await made.jobs.edit(job.id, { name: "Other", schedule: daily.schedule }, person);
  expect((await made.store.slots.open(job.id)).map(({ state }) => state)).toEqual(["waiting"]);
  const { job: edited, last } = await made.jobs.edit(job.id, { schedule: "every 2h" }, person);

  expect(renamed.nextAt).toBe(job.nextAt);
  expect(edited.nextAt).toBe(tuesday + 3 * hour);
  expect(last).toMatchObject({ state: "skipped", reason: "edited" });
});

test("the time zone alone can be changed", async () => {
  await using made = await jobsIn();
  await made.jobs.create({ ...daily, name: "Report", timeZone: "UTC" }, person);

  const { job: moved } = await made.jobs.edit("Report", { schedule: "0 8 * * *" }, person);
  const { job } = await made.jobs.edit("Report", { timeZone: "Asia/Tokyo" }, person);

  expect(moved.schedule).toMatchObject({ expression: "0 8 * * *", timeZone: "UTC" });
  expect(job.schedule).toMatchObject({ expression: "0 8 * * *", timeZone: "Asia/Tokyo" });
  await expect(made.jobs.edit("Report", { timeZone: "Mars" }, person)).rejects.toMatchObject({
    code: "CRON_TIME_ZONE",
  });
});

test("a job becomes one of a script alone, and back", async () => {
  await using made = await jobsIn();
  await made.jobs.create({ ...daily, name: "Report", script: "a.sh" }, person);

  const { job: alone } = await made.jobs.edit("Report", { noAgent: true }, person);
  await expect(made.jobs.edit("Report", { prompt: "Say hello." }, person)).rejects.toMatchObject({
    code: "CRON_JOB",
  });
  const { job } = await made.jobs.edit("Report", { noAgent: false, prompt: "Say hello." }, person);

  expect(alone.work).toEqual({ type: "script", script: "a.sh" });
  expect(job.work).toMatchObject({ type: "prompt", prompt: "Say hello.", script: "a.sh" });
});

test("answers of other jobs are read by whoever they don't read", async () => {
  await using made = await jobsIn();
  const { job: first } = await made.jobs.create({ ...daily, name: "First" }, person);
  const { job: second } = await made.jobs.create(
    { ...daily, name: "Second", contextFrom: ["first", "First"] },
    person,
  );
  await made.jobs.create({ ...daily, name: "Third", contextFrom: [second.id] }, person);

  expect(second.work).toMatchObject({ contextFrom: [first.id] });
  for (const name of ["First", "Third"])
    await expect(made.jobs.edit("First", { contextFrom: [name] }, person)).rejects.toMatchObject({
      code: "CRON_JOB",
    });
  await expect(made.jobs.edit("First", { contextFrom: ["Fourth"] }, person)).rejects.toMatchObject({
    code: "CRON_NO_JOB",
  });
});

test("a change that somebody else was faster with is made to what is there then", async () => {
  await using made = await jobsIn();
  await made.jobs.create({ ...daily, name: "Report" }, person);

  await Promise.all([
    made.jobs.edit("Report", { prompt: "Say goodbye." }, person),
    made.jobs.edit("Report", { usd: 2 }, person),
    made.jobs.pause("Report"),
  ]);

  expect((await made.jobs.get("Report")).job).toMatchObject({
    work: { prompt: "Say goodbye." },
    limits: { usd: 2 },
    state: "paused",
  });
});

test("another name that is taken is refused", async () => {
  await using made = await jobsIn();
  await made.jobs.create({ ...daily, name: "One" }, person);
  await made.jobs.create({ ...daily, name: "Two" }, person);

  await expect(made.jobs.edit("Two", { name: "One" }, person)).rejects.toMatchObject({
    code: "CRON_NAME_TAKEN",
  });
  expect((await made.jobs.edit("Two", { name: "TWO" }, person)).job.name).toBe("TWO");
});

test("the number of runs can't be fewer than there were", async () => {
  await using made = await jobsIn();
  const { job } = await made.jobs.create({ ...daily, name: "Report" }, person);
  const token = await takeLease(made.store, tuesday);
  const slot = { job: job.id, at: tuesday, cause: "schedule", startAfter: tuesday } as const;
  await made.store.slots.plan([{ job, slots: [slot], nextAt: job.nextAt }], token);
  await made.store.slots.begin(slot, tuesday, token);
  const result = { outcome: "answered", deliveries: [] } as const;
  await made.store.slots.finish(slot, { result }, { at: tuesday, token });

  await expect(made.jobs.edit("Report", { repeat: 1 }, person)).rejects.toMatchObject({ code: "CRON_JOB" });
  expect((await made.jobs.edit("Report", { repeat: 2 }, person)).job).toMatchObject({ repeat: 2, runs: 1 });
});
