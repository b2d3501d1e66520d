import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { run } from "../src/program.ts";
import { hostOf, runHere } from "./support/faces/run-here.ts";
import { hermes, newPerson } from "./support/hermes.ts";
import type { Fixture } from "./support/hermes.ts";

/** A command that has to work. @returns What it printed. */
async function cron(person: Fixture, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runHere(person, ["cron", ...args]);
  expect({ args, code, stderr }).toMatchObject({ code: 0 });
  return stdout;
}

async function cronJson(person: Fixture, ...args: readonly string[]) {
  return JSON.parse(await cron(person, ...args, "--json"));
}

test("the times of a schedule need no home, no settings and no store", async () => {
  const person = newPerson();
  const notAFolder = join(person.project, "file");
  writeFileSync(notAFolder, "");

  const { code, stdout } = await hermes(
    person,
    [
      "cron",
      "next",
      "0 9 * * *",
      ...["--tz", "Europe/Berlin", "--from", "2026-03-27T12:00:00Z"],
      "--count",
      "3",
      "--json",
    ],
    { env: { HERMES_HOME: join(notAFolder, "home") } },
  );

  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    ...{ schedule: "0 9 * * *", type: "cron", timeZone: "Europe/Berlin" },
    reading: "every day at 09:00 (Europe/Berlin)",
    runs: ["2026-03-28T08:00:00.000Z", "2026-03-29T07:00:00.000Z", "2026-03-30T07:00:00.000Z"],
  });
});

test("a time to begin at is one of the zone, and is not among the times", async () => {
  const person = newPerson();

  const shown = await cron(
    person,
    ...["next", "every", "day", "at", "9:00"],
    ...["--tz", "America/New_York", "--from", "2026-11-24T09:00", "--count", "2"],
  );

  expect(shown).toBe(
    "every day at 09:00 (America/New_York)\nWed 25 Nov 2026 09:00 -05:00\nThu 26 Nov 2026 09:00 -05:00\n",
  );
});

test("a job is added, shown, changed, paused, resumed and removed", async () => {
  const person = newPerson("timezone: Europe/Berlin\n");

  const added = await cron(
    person,
    "add",
    "every weekday at 9",
    "Say",
    "good",
    "morning",
    "--name",
    "Morning",
  );
  const listed = await cron(person, "list");
  await cron(
    person,
    "edit",
    "Morning",
    "--schedule",
    "every day at 8",
    "--max-usd",
    "0.5",
    "--overlap",
    "queue",
  );
  const { jobs: changed } = await cronJson(person, "list");
  await cron(person, "edit", "morning", "--max-usd", "");
  await cron(person, "pause", "Morning");
  const { jobs: paused } = await cronJson(person, "list");
  const resumed = await cron(person, "resume", "Morning");
  const next = await cronJson(person, "next", "Morning", "--count", "2");
  const refused = await runHere(person, ["cron", "remove", "Morning"]);
  await cron(person, "remove", "Morning", "--yes");

  expect(added).toMatch(
    /^Added "Morning" \([0-9a-f]{12}\)\.\n {2}every weekday at 09:00 \(Europe\/Berlin\)\n {2}next: /,
  );
  expect(added.match(/then: /g)).toHaveLength(2);
  expect(added).toContain("to: local");
  expect(listed).toContain("every weekday at 09:00 (Europe/Berlin)");
  expect(changed[0]).toMatchObject({
    reading: "every day at 08:00 (Europe/Berlin)",
    job: { overlap: "queue", limits: { usd: 0.5 }, work: { prompt: "Say good morning" }, madeBy: "person" },
  });
  expect(paused[0].job).toMatchObject({ state: "paused" });
  expect(paused[0].job.limits).not.toHaveProperty("usd");
  expect(resumed).toContain("next: ");
  expect(next).toMatchObject({
    type: "cron",
    timeZone: "Europe/Berlin",
    runs: [expect.any(String), expect.any(String)],
  });
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("--yes") });
  expect(await cronJson(person, "list")).toMatchObject({ jobs: [] });
});

test("the prompt comes from a pipe where none is given", async () => {
  const person = newPerson();

  const { code } = await hermes(person, ["cron", "add", "in 2 hours"], {
    input: "Remind me\nof the oven.\n",
  });

  expect(code).toBe(0);
  expect((await cronJson(person, "list")).jobs[0].job.work).toMatchObject({
    prompt: "Remind me\nof the oven.",
  });
});

test("where nothing fires, and where an answer can't go, is said", async () => {
  const person = newPerson();

  const added = await runHere(person, ["cron", "add", "every day at 9", "Hi", "--deliver", "telegram"]);
  const status = await runHere(person, ["cron", "status"]);
  const doctor = JSON.parse((await runHere(person, ["doctor", "--json"])).stdout);

  for (const said of [added.stderr, status.stdout]) {
    expect(said).toContain("Nothing is firing");
    expect(said).toContain("hermes gateway start");
    expect(said).toContain("hermes cron timer");
  }
  expect(added.stderr).toContain('--deliver telegram: The platform "telegram" is not set up.');
  expect(status.code).toBe(3);
  expect(doctor).toContainEqual(
    expect.objectContaining({ name: "jobs", status: "warning", message: expect.stringContaining("1 job") }),
  );
});

test("without a job, doctor is silent about jobs, and the status is fine", async () => {
  const person = newPerson();

  expect((await runHere(person, ["cron", "status"])).code).toBe(0);
  expect((await runHere(person, ["doctor", "--json"])).stdout).not.toContain('"jobs"');
});

test.each([
  ["a schedule", ["add", "every blue moon", "Hi"], "every 90 minutes"],
  ["a schedule of next", ["next", "every day at 25:00"], "tomorrow at 9am"],
  ["a time zone", ["next", "every day at 9", "--tz", "Mars/Olympus"], "Europe/Berlin"],
  ["a time", ["next", "every day at 9", "--from", "soon"], "2027-03-01T09:00"],
  ["a count", ["next", "every day at 9", "--count", "none"], "whole number"],
  ["a job", ["pause", "mornin"], 'orning"?'],
  ["the beginning of no id", ["remove", "zzzz", "--yes"], "hermes cron list"],
  ["one of two jobs", ["run", "MORNING"], "Give one of these ids"],
  ["a name", ["add", "every day at 9", "Hi", "--name", "morning"], "morning"],
  ["a folder", ["add", "every day at 9", "Hi", "--folder", "nowhere"], "nowhere"],
  ["nothing to do", ["add", "every day at 9", ""], "What is new?"],
  ["nothing to change", ["edit", "morning"], "--schedule"],
] as const)("wrong words end with 2 and say what is right: %s", async (_what, args, hint) => {
  const person = newPerson();
  await cron(person, "add", "every day at 9", "Hi", "--name", "morning");
  await cron(person, "add", "every day at 9", "Hi", "--name", "Morning");

  const { code, stdout, stderr } = await runHere(person, ["cron", ...args]);

  expect(stdout).toBe("");
  expect(stderr).toContain(hint);
  expect(code).toBe(2);
});

test("nothing is wider than 40 columns", async () => {
  const person = newPerson();
  mkdirSync(join(person.home, "scripts"));
  writeFileSync(join(person.home, "scripts", "speak.sh"), "echo Spoken.\n");
  const schedule = "monthly on the last day at 18:00";
  const target = ["--deliver", "local", "--deliver", "telegram:-1001234567890"];
  await cron(
    person,
    "add",
    schedule,
    "--script",
    "speak.sh",
    "--no-agent",
    "--name",
    "A report of all that is new",
    ...target,
  );
  await runHere(person, ["cron", "run", "A report of all that is new"]);
  await runHere(person, ["cron", "tick"]);

  for (const command of ["list", "history", "status", `next ${schedule}`]) {
    const output = Object.assign(new PassThrough({ encoding: "utf8" }), { columns: 40 });
    await run(["cron", ...command.split(" ")], hostOf(person, { output }));
    const lines = String(output.read()).split("\n");

    expect(lines.length).toBeGreaterThan(2);
    expect(lines.filter(({ length }) => length > 40)).toEqual([]);
  }
});
