import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { newPerson, waiting } from "../support.ts";
import { addScript, openCronHome } from "./cron-home.ts";

const alone = { noAgent: true } as const;

test("what a script prints is the answer, and no model is asked", async () => {
  const person = newPerson();
  await addScript(person, "disk.sh", 'echo "Disk: 91 %"; echo noise >&2');
  await using home = await openCronHome(person);
  await home.asked({ name: "Disk", script: "disk.sh", ...alone });

  const slot = await home.tick();

  expect(slot.result).toMatchObject({ outcome: "answered", text: "Disk: 91 %" });
  expect(await home.outbox()).toEqual(["**Disk**\n\nDisk: 91 %"]);
  expect(home.model.requests).toEqual([]);
});

test("a script that prints nothing is silent, with a model as without one", async () => {
  const person = newPerson();
  await addScript(person, "quiet.sh", "true");
  await addScript(
    person,
    "gate.ts",
    'const on: boolean = false; console.log(`A mail.\\n{"wakeAgent": ${on}}`);',
  );
  await using home = await openCronHome(person);

  for (const request of [
    { script: "quiet.sh", ...alone },
    { script: "quiet.sh", prompt: "Tell me." },
    { script: "gate.ts", prompt: "Tell me." },
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one after another
    await home.asked({ name: JSON.stringify(request), ...request });
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect(await home.tick()).toMatchObject({ state: "skipped", reason: "nothing" });
  }

  expect(home.model.requests).toEqual([]);
  expect(await home.outbox()).toEqual([]);
});

test("a script that fails is told with its code and what it wrote", async () => {
  const person = newPerson();
  await addScript(person, "broken.sh", "echo 'no such host' >&2; exit 3");
  await using home = await openCronHome(person, [{ text: "It is broken." }]);

  await home.asked({ name: "Alone", script: "broken.sh", ...alone });
  const failed = await home.tick();
  await home.asked({ name: "Asked", script: "broken.sh", prompt: "Why?" });
  const answered = await home.tick();

  expect(failed.result).toMatchObject({ outcome: "failed", error: { code: "CRON_SCRIPT_FAILED" } });
  expect(await home.outbox()).toEqual([
    expect.stringMatching(/^The job \*\*Alone\*\* failed: .*exit code 3.*no such host/),
    "**Asked**\n\nIt is broken.",
  ]);
  expect(answered.result?.outcome).toBe("answered");
  expect(JSON.stringify(home.model.requests[0])).toContain("no such host");
});

test("of a script that fails the end of what it wrote is told, and no part of a secret", async () => {
  const person = newPerson();
  const secret = `ghp_${"9aZ4kQ7xW2".repeat(4).slice(0, 36)}`;
  await addScript(
    person,
    "long.js",
    `process.stderr.write("${secret} " + "traceback ".repeat(98) + "no such host"); process.exitCode = 1;`,
  );
  await using home = await openCronHome(person);
  await home.asked({ name: "Long", script: "long.js", ...alone });

  await home.tick();

  const [told = ""] = await home.outbox();
  expect(told).toContain("no such host");
  expect(told).not.toContain(secret.slice(-8));
});

test("a script over its time is ended with a child that ignores TERM and has left its group", async () => {
  const person = newPerson();
  const pidFile = join(person.home, "pid");
  const stubborn = `process.on("SIGTERM", () => undefined); setInterval(() => undefined, 1000); require("fs").writeFileSync("${pidFile}", String(process.pid));`;
  await addScript(
    person,
    "slow.js",
    `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(stubborn)}], { detached: true, stdio: "ignore" }); setInterval(() => undefined, 1000);`,
  );
  await using home = await openCronHome(person);
  person.configure("");
  await home.asked({ name: "Slow", script: "slow.js", seconds: 1, ...alone });

  const slot = await home.tick();

  expect(slot.result).toMatchObject({ outcome: "timed-out" });
  expect(await home.outbox()).toEqual([expect.stringContaining("The job **Slow** took too long")]);
  const pid = Number(await readFile(pidFile, "utf8"));
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), waiting);
});

test("a script gets no keys, and keys that it prints are taken out", async () => {
  const key = "sk-or-v1-0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
  const person = newPerson({ OPENROUTER_API_KEY: key });
  await addScript(
    person,
    "env.sh",
    `echo "key=$OPENROUTER_API_KEY job=$HERMES_CRON_NAME at=$HERMES_CRON_AT"; echo ${key}`,
  );
  await using home = await openCronHome(person);
  const asked = await home.asked({ name: "Env", script: "env.sh", ...alone });

  const { result } = await home.tick();

  expect(result?.text).toContain(`key= job=Env at=${new Date(asked.at).toISOString()}`);
  expect(result?.text).not.toContain(key);
});

test("a script that is gone is a failure of its own", async () => {
  const person = newPerson();
  await addScript(person, "a.sh", "echo a");
  await using home = await openCronHome(person);
  await home.asked({ name: "Gone", script: "a.sh", ...alone });
  const { rm } = await import("node:fs/promises");
  await rm(join(home.cron.scripts, "a.sh"));

  const { result } = await home.tick();

  expect(result).toMatchObject({ outcome: "failed", error: { code: "CRON_SCRIPT_GONE" } });
});
