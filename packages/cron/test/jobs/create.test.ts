import { describe, expect, test } from "vitest";
import type { JobAuthor, JobRequest } from "@hermes/cron";
import { daily, jobsIn, model, person, tuesday } from "../support/jobs-in.ts";

test("a job that says when and what has everything else by default", async () => {
  await using made = await jobsIn();

  const { job, reading, warnings, last } = await made.jobs.create(daily, person);

  expect(job).toMatchObject({
    name: "Say hello.",
    written: "0 9 * * *",
    schedule: { type: "cron", expression: "0 9 * * *", timeZone: "Europe/Berlin" },
    work: { type: "prompt", prompt: "Say hello.", skills: [], contextFrom: [] },
    deliver: ["local"],
    limits: { seconds: 1_800 },
    ...{ catchUp: "once", overlap: "skip", jitterSeconds: 0, state: "active", runs: 0 },
    ...{ madeBy: "person", provenance: [], createdAt: tuesday, changedAt: tuesday },
    nextAt: Date.UTC(2026, 10, 25, 8),
  });
  expect(job.id).toMatch(/^[0-9a-f]{12}$/);
  expect(job.repeat).toBeUndefined();
  expect(reading).toContain("09:00");
  expect(warnings).toEqual([]);
  expect(last).toBeUndefined();
  expect(await made.jobs.list()).toEqual([await made.jobs.get(job.id)]);
});

test("a job of one time runs once", async () => {
  await using made = await jobsIn();

  const { job } = await made.jobs.create({ schedule: "in 30m", prompt: "Stretch." }, person);

  expect(job).toMatchObject({ repeat: 1, nextAt: tuesday + 30 * 60_000 });
  await expect(
    made.jobs.create({ schedule: "in 30m", prompt: "Stretch.", repeat: 3 }, person),
  ).rejects.toMatchObject({ code: "CRON_JOB" });
});

test("what is written in a chat is answered there", async () => {
  await using made = await jobsIn();
  const inChat: JobAuthor = { by: "person", origin: { platform: "telegram", chatId: "7" } };

  const { job } = await made.jobs.create(daily, inChat);
  const { job: other } = await made.jobs.create(
    { ...daily, deliver: ["telegram:7, local", "local"] },
    inChat,
  );

  expect(job).toMatchObject({ deliver: ["origin"], origin: { platform: "telegram", chatId: "7" } });
  expect(other.deliver).toEqual(["telegram:7", "local"]);
});

test("names of jobs that were given none are short, on one line and unlike", async () => {
  await using made = await jobsIn();
  const named = async (request: Partial<JobRequest>) =>
    (await made.jobs.create({ schedule: "every 1h", ...request }, person)).job.name;
  const long = "Read all the mail that came in since yesterday,\nand sum it up in three sentences.";

  expect(await named({ prompt: long })).toBe("Read all the mail that came in since yesterday");
  expect(await named({ prompt: long })).toBe("Read all the mail that came in since yesterday 2");
  expect(await named({ skills: ["mail", "notes"] })).toBe("mail, notes");
  expect(await named({ script: "backup.sh", noAgent: true })).toBe("backup.sh");
  expect(await named({ prompt: "x".repeat(60) })).toBe("x".repeat(50));
});

describe("what can't be kept is said, all of it at once", () => {
  test.each<[string, JobRequest, readonly string[]]>([
    ["no schedule", { prompt: "x" }, ["A schedule is needed"]],
    ["nothing to do", { schedule: "every 1h" }, ["a prompt, skills or a script"]],
    ["a script alone that is missing", { schedule: "every 1h", noAgent: true }, ["needs a script"]],
    [
      "a script alone with words for a model",
      { schedule: "every 1h", noAgent: true, script: "a.sh", prompt: "x", model: "m" },
      ["no prompt, model"],
    ],
    [
      "numbers that are none",
      { ...daily, usd: -1, tokens: 0, turns: 1.5, seconds: 0, jitterSeconds: 3_601, repeat: -1 },
      ["usd", "tokens", "turns", "seconds", "jitterSeconds", "repeat"],
    ],
    ["a name of two lines", { ...daily, name: "a\nb" }, ["name"]],
    ["a long name", { ...daily, name: "x".repeat(81) }, ["name"]],
    ["an escape sequence", { ...daily, prompt: "\u001b[2J" }, ["prompt"]],
    ["half a character", { ...daily, prompt: "\ud83d" }, ["prompt"]],
    ["a long prompt", { ...daily, prompt: "x".repeat(20_001) }, ["prompt"]],
    ["a target that is none", { ...daily, deliver: ["to me please"] }, ["to me please"]],
  ])("%s", async (_, request, said) => {
    await using made = await jobsIn();

    const refused = await made.jobs.create(request, person).catch((error: unknown) => error);

    expect(refused).toMatchObject({ code: "CRON_JOB" });
    for (const each of said) expect(String(refused)).toContain(each);
    expect(await made.jobs.list()).toEqual([]);
  });

  test.each(["soon", "* * *", "*/10 * * * * *", "every 30s"])("the schedule %s", async (schedule) => {
    await using made = await jobsIn();

    await expect(made.jobs.create({ schedule, prompt: "x" }, person)).rejects.toMatchObject({
      code: "CRON_SCHEDULE",
    });
  });

  test("what only the home knows", async () => {
    const no = async (name: string) => [`${name} is not there.`];
    await using made = await jobsIn({ checks: { skill: no, toolset: no, script: no, folder: no } });

    const refused = made.jobs.create(
      { ...daily, skills: ["s1", "s2"], toolsets: ["t1"], script: "a.sh", folder: "/f" },
      person,
    );

    await expect(refused).rejects.toMatchObject({
      data: { problems: ["a.sh", "s1", "s2", "t1", "/f"].map((name) => `${name} is not there.`) },
    });
  });
});

test("a name that is taken is refused", async () => {
  await using made = await jobsIn();
  await made.jobs.create({ ...daily, name: "Hello" }, person);

  await expect(made.jobs.create({ ...daily, name: "Hello" }, person)).rejects.toMatchObject({
    code: "CRON_NAME_TAKEN",
  });
});

test("there are only so many jobs, and those that are done take no place", async () => {
  await using made = await jobsIn({ maxJobs: 2 });
  const { job } = await made.jobs.create({ ...daily, schedule: "in 30m" }, person);
  await made.jobs.create(daily, person);

  await expect(made.jobs.create(daily, person)).rejects.toMatchObject({ code: "CRON_TOO_MANY" });
  await made.store.jobs.replace({ ...job, state: "done", nextAt: undefined });
  await made.jobs.create(daily, person);

  expect((await made.jobs.list()).map((view) => view.job.state)).toEqual(["done", "active", "active"]);
});

test("a preview says what would be, and keeps nothing", async () => {
  await using made = await jobsIn();

  const { job, reading } = await made.jobs.preview(daily, model);

  expect(reading).toContain("09:00");
  expect(job.name).toBe("Say hello.");
  expect(await made.jobs.list()).toEqual([]);
  await expect(made.jobs.preview({ schedule: "soon", prompt: "x" }, model)).rejects.toMatchObject({
    code: "CRON_SCHEDULE",
  });
});
