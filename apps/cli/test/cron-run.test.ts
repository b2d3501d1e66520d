import { execFile } from "node:child_process";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { runHere } from "./support/faces/run-here.ts";
import { bin, hermes, newPerson, outcomeOf, startHermes } from "./support/hermes.ts";
import type { Fixture } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";

const waiting = { timeout: 20_000, interval: 25 };

async function cronJson(person: Fixture, ...args: readonly string[]) {
  return JSON.parse((await runHere(person, ["cron", ...args, "--json"])).stdout);
}

function script(person: Fixture, name: string, text: string): void {
  mkdirSync(join(person.home, "scripts"), { recursive: true });
  writeFileSync(join(person.home, "scripts", name), text);
}

test("a run that is waited for is done here, prints the answer, and can be read as a session", async () => {
  const person = await personWithModel([{ text: "Good morning." }]);
  await runHere(person, ["cron", "add", "every day at 9", "Greet me", "--name", "Greeting"]);

  const ran = await hermes(person, ["cron", "run", "Greeting", "--wait"]);
  const [receipt] = await cronJson(person, "history");
  const session = await runHere(person, ["sessions", "show", receipt.sessionId]);

  expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining("Good morning.") });
  expect(receipt).toMatchObject({ cause: "asked", state: "ran", result: { outcome: "answered" } });
  expect(session.stdout).toContain("Greet me");
  // What a person has run by hand is no timer.
  expect(await cronJson(person, "status")).toMatchObject({ firing: { by: "nobody" } });
});

test("what is due is run by one tick, and not by the next", async () => {
  const person = await personWithModel([{ text: "Good morning." }]);
  await runHere(person, ["cron", "add", "every day at 9", "Greet me", "--name", "Greeting"]);
  await runHere(person, ["cron", "run", "Greeting"]);

  const first = await runHere(person, ["cron", "tick"]);
  const second = await runHere(person, ["cron", "tick"]);

  expect(first).toMatchObject({ code: 0, stdout: "Greeting: answered\n" });
  expect(second).toMatchObject({ code: 0, stdout: "" });
  expect(person.server.requests).toHaveLength(1);
  expect(await cronJson(person, "status")).toMatchObject({ firing: { by: "timer" } });
});

test("a run that fails ends with 1, and is said in the list, the status and the doctor", async () => {
  const person = newPerson();
  script(person, "broken.sh", "echo gone wrong >&2\nexit 3\n");
  await runHere(person, [
    "cron",
    "add",
    "every day at 9",
    "--script",
    "broken.sh",
    "--no-agent",
    "--name",
    "Backup",
  ]);

  const ran = await runHere(person, ["cron", "run", "Backup", "--wait"]);

  expect(ran).toMatchObject({ code: 1, stdout: expect.stringContaining("exit code 3") });
  expect((await runHere(person, ["cron", "list"])).stdout).toContain("exit code 3");
  expect(await cronJson(person, "status")).toMatchObject({ failed: [{ job: "Backup" }] });
  expect((await runHere(person, ["doctor"])).stdout).toContain("Failed last time: Backup.");
});

test("a script without a model is the answer, and one that prints nothing is silent", async () => {
  const person = newPerson();
  script(person, "speak.sh", "echo The disk is full.\n");
  script(person, "silent.sh", "true\n");
  for (const name of ["speak", "silent"])
    // oxlint-disable-next-line no-await-in-loop -- one after another
    await runHere(person, [
      "cron",
      "add",
      "every day at 9",
      "--script",
      `${name}.sh`,
      "--no-agent",
      "--name",
      name,
    ]);

  const spoken = await runHere(person, ["cron", "run", "speak", "--wait"]);
  const silent = await runHere(person, ["cron", "run", "silent", "--wait"]);

  expect(spoken).toMatchObject({ code: 0, stdout: '"speak" answered\nThe disk is full.\n' });
  expect(silent).toMatchObject({ code: 0, stdout: '"silent" skipped: its script had nothing to say\n' });
});

test.each([
  ["tick", ["cron", "tick"]],
  ["run --wait", ["cron", "run", "Greeting", "--wait"]],
] as const)("Ctrl-C leaves what runs to the next: %s", async (command, args) => {
  const person = await personWithModel([{ stall: "start" }, { text: "Good morning." }]);
  await runHere(person, ["cron", "add", "every day at 9", "Greet me", "--name", "Greeting"]);
  if (command === "tick") await runHere(person, ["cron", "run", "Greeting"]);

  const child = startHermes(person, args);
  const over = outcomeOf(child);
  await vi.waitFor(() => expect(person.server.requests).toHaveLength(1), waiting);
  child.kill("SIGINT");
  const interrupted = await over;
  const [left] = await cronJson(person, "history");
  const after = await runHere(person, ["cron", "tick"]);
  const history = await cronJson(person, "history");

  expect(interrupted).toMatchObject({ code: 130, stderr: expect.stringContaining("whoever fires next") });
  expect(left).toMatchObject({ state: "running", deaths: 0 });
  expect(after.stdout).toBe("Greeting: answered\n");
  expect(history).toHaveLength(1);
  expect(history[0]).toMatchObject({
    state: "ran",
    sessionId: left.sessionId,
    result: { text: "Good morning." },
  });
});

test("the line for crontab fires the jobs of the home, whatever its folder is called", async () => {
  const person = newPerson();
  const home = join(person.project, '100% it\'s "mine"');
  renameSync(person.home, home);
  const mine = { ...person, home, env: { ...person.env, HERMES_HOME: home } };

  const { stdout } = await hermes(mine, ["cron", "timer", "--as", "crontab"]);
  // As cron does it: what stands behind the five fields, with \% for %.
  const command = stdout
    .trim()
    .replace(/^(?:\* ){5}/, "")
    .replaceAll("\\%", "%");
  await promisify(execFile)("sh", ["-c", command], { env: { HOME: person.env["HOME"] } });

  expect(stdout.match(/(?<!\\)%/g)).toBeNull();
  expect(await cronJson(mine, "status")).toMatchObject({ firing: { by: "timer" } });
});

test.each(["systemd", "launchd", "crontab"])(
  "a timer is printed whole, and how to install it: %s",
  async (kind) => {
    const person = newPerson();

    const { code, stdout, stderr } = await hermes(person, ["cron", "timer", "--as", kind]);

    expect(code).toBe(0);
    for (const part of [process.execPath, bin, "tick", person.home]) expect(stdout).toContain(part);
    expect(stderr).toMatch(/systemctl --user|launchctl load|crontab -e/);
  },
);
