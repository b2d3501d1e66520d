import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { createRunJob } from "../../src/index.ts";
import { newPerson, waiting } from "../support.ts";
import type { Person } from "../support.ts";
import { addScript, openCronHome } from "./cron-home.ts";

const program = fileURLToPath(new URL("tick-process.ts", import.meta.url));

function tickProcess({ home }: Person, effects: string): ChildProcess {
  const child = spawn(process.execPath, ["--conditions=@hermes/source", program, dirname(home), effects], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

test("a killed run goes on in its session, a killed script is not run again: nothing is done or said twice", async () => {
  const person = newPerson();
  const [effects, pids] = [join(person.home, "effects"), join(person.home, "pids")];
  await addScript(person, "slow.sh", `echo $$ >> ${pids}; exec sleep 600`);
  {
    await using home = await openCronHome(person);
    await home.asked({ name: "Prompt", prompt: "Append." });
    await home.asked({ name: "Script", script: "slow.sh", noAgent: true });
  }
  const first = tickProcess(person, effects);
  await vi.waitFor(
    async () => {
      expect(await readFile(effects, "utf8")).toBe("append\nhang\n");
      expect(await readFile(pids, "utf8")).toMatch(/^\d+\n$/);
    },
    { ...waiting, timeout: 30_000 },
  );
  first.kill("SIGKILL");
  await once(first, "exit");

  expect(await once(tickProcess(person, effects), "exit")).toEqual([0, null]);

  expect(await readFile(effects, "utf8")).toBe("append\nhang\n");
  const pid = Number(await readFile(pids, "utf8"));
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), waiting);
  await using home = await openCronHome(person);
  expect(await home.cron.jobs.history({ name: "Prompt" })).toMatchObject([
    { state: "ran", deaths: 1, result: { outcome: "answered", text: "Done." } },
  ]);
  expect(await home.cron.jobs.history({ name: "Script" })).toMatchObject([
    { state: "ran", deaths: 1, result: { outcome: "interrupted", error: { code: "CRON_INTERRUPTED" } } },
  ]);
  expect((await home.outbox()).toSorted()).toEqual([
    "**Prompt**\n\nDone.",
    expect.stringContaining("The job **Script** was interrupted"),
  ]);
}, 60_000);

test("a run that died between its answer and its receipt says the same answer, once", async () => {
  await using home = await openCronHome(newPerson(), [{ text: "Once." }]);
  const slot = await home.asked({ name: "Answer", prompt: "Answer." });
  const job = (await home.cron.jobs.get("Answer")).job;
  const run = createRunJob(home);
  let sessionId: string | undefined;
  const began = async (id: string): Promise<void> => void (sessionId = id);
  const { signal } = new AbortController();

  const first = await run({ job, slot, signal, began });
  const again = await run({ job, slot: { ...slot, deaths: 1, sessionId }, signal, began });

  expect(again).toEqual(first);
  expect(home.model.requests).toHaveLength(1);
  expect(await home.outbox()).toEqual(["**Answer**\n\nOnce."]);
});

test("a run in which two processes died is given up, without a model, and one message says so", async () => {
  await using home = await openCronHome(newPerson(), []);
  const slot = await home.asked({ name: "Deadly", prompt: "Go." });
  const job = (await home.cron.jobs.get("Deadly")).job;
  const { signal } = new AbortController();
  const run = { job, slot: { ...slot, deaths: 2 }, signal, began: async () => undefined };

  const result = await createRunJob(home)(run);
  await createRunJob(home)(run);

  expect(result).toMatchObject({ outcome: "interrupted", error: { code: "CRON_INTERRUPTED" } });
  expect(home.model.requests).toEqual([]);
  expect(await home.outbox()).toEqual([expect.stringContaining("The job **Deadly** was interrupted")]);
});
