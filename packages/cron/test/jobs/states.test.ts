import { expect, test } from "vitest";
import { daily, jobsIn, person, tuesday } from "../support/jobs-in.ts";

const hour = 3_600_000;

test("a pause leaves its times out, and afterwards they count from then on", async () => {
  await using made = await jobsIn();
  await made.jobs.create({ ...daily, name: "Report", schedule: "every 1h" }, person);

  const { job: paused } = await made.jobs.pause("Report", "It failed too often.");
  made.clock.now += 5.5 * hour;
  const next = await made.jobs.next("Report", 3);
  const { job: resumed } = await made.jobs.resume("Report");

  expect(paused).toMatchObject({ state: "paused", pausedBecause: "It failed too often." });
  expect(paused.nextAt).toBeUndefined();
  expect(next).toEqual([]);
  expect(resumed).toMatchObject({ state: "active", nextAt: tuesday + 6 * hour });
  expect(resumed.pausedBecause).toBeUndefined();
  expect((await made.jobs.resume("Report")).job.revision).toBe(resumed.revision);
});

test("a run can be asked for, also of a job that is paused", async () => {
  let told = 0;
  await using made = await jobsIn({ onChange: () => told++ });
  await made.jobs.create({ ...daily, name: "Report" }, person);
  await made.jobs.pause("Report");

  const { slot, view } = await made.jobs.run("Report");

  expect(slot).toMatchObject({ job: view.job.id, at: tuesday, cause: "asked", state: "waiting" });
  expect(view.last).toEqual(slot);
  expect(told).toBe(3);
});

test("what is done does not run, pause or go on, until it has another schedule", async () => {
  await using made = await jobsIn();
  const { job } = await made.jobs.create({ ...daily, name: "Once", schedule: "in 30m" }, person);
  await made.store.jobs.replace({ ...job, state: "done", nextAt: undefined });

  for (const attempt of [made.jobs.run("Once"), made.jobs.pause("Once"), made.jobs.resume("Once")])
    await expect(attempt).rejects.toMatchObject({ code: "CRON_DONE" });
  expect((await made.jobs.edit("Once", { prompt: "Stretch." }, person)).job.state).toBe("done");
  const { job: again } = await made.jobs.edit("Once", { schedule: "in 2h" }, person);

  expect(again).toMatchObject({ state: "active", runs: 0, nextAt: tuesday + 2 * hour });
});

test("a job whose one time passed while it was paused does not go on", async () => {
  await using made = await jobsIn();
  await made.jobs.create({ ...daily, name: "Once", schedule: "in 30m" }, person);
  await made.jobs.pause("Once");
  made.clock.now += hour;

  await expect(made.jobs.resume("Once")).rejects.toMatchObject({ code: "CRON_DONE" });
});

test("receipts outlive their job", async () => {
  await using made = await jobsIn();
  const { job } = await made.jobs.create({ ...daily, name: "Report" }, person);
  await made.jobs.run("Report");

  const { job: removed } = await made.jobs.remove("Report");

  expect(removed.id).toBe(job.id);
  expect(await made.jobs.list()).toEqual([]);
  expect(await made.jobs.history()).toMatchObject([{ job: job.id, state: "skipped", reason: "removed" }]);
  expect(await made.jobs.history({ name: job.id })).toHaveLength(1);
  await expect(made.jobs.history({ name: "Report" })).rejects.toMatchObject({ code: "CRON_NO_JOB" });
});

test("the next times end with the runs that are left", async () => {
  await using made = await jobsIn();
  await made.jobs.create({ ...daily, name: "Report", schedule: "every 1h", repeat: 2 }, person);

  expect(await made.jobs.next("Report", 5)).toEqual(
    [tuesday + hour, tuesday + 2 * hour].map((at) => new Date(at)),
  );
});
