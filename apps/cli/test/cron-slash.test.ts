import { SessionController } from "@hermes/agent-loop/controller";
import { loadSettings } from "@hermes/config";
import { scripted } from "@hermes/models";
import { createRuntime } from "@hermes/runtime";
import type { OpenSession } from "@hermes/runtime";
import { expect, onTestFinished, test, vi } from "vitest";
import { controllerPorts } from "../src/chat/controller-ports.ts";
import { hermes, newPerson, startHermes } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";

const waiting = { timeout: 20_000, interval: 25 };

/** A conversation at a terminal. @returns What types a line, and gives the lines and data that a command answered. */
async function converse() {
  const person = newPerson("timezone: Europe/Berlin\n");
  const loaded = await loadSettings({ env: person.env });
  const runtime = createRuntime({
    ...{ loaded, model: scripted([]), env: loaded.env, cwd: person.project, platform: "cli" },
    housekeepingAfterMs: Infinity,
  });
  const controller = new SessionController<OpenSession>({
    openSession: async (choice) => await runtime.openSession(choice),
    ports: controllerPorts(runtime, { cwd: person.project, screen: { columns: 100 } }),
  });
  await controller.open();
  onTestFinished(async () => {
    await controller[Symbol.asyncDispose]();
    await runtime[Symbol.asyncDispose]();
  });
  return async (line: string) => {
    for await (const event of controller.run(line)) {
      if (event.type === "failure") throw event.error;
      if (event.type === "command-reply")
        return { said: (event.reply.lines ?? []).join("\n"), data: event.reply.data };
    }
    throw new Error(`${line} answered nothing.`);
  };
}

test("/cron makes, shows, changes and removes jobs on the word of the person", async () => {
  const type = await converse();

  const none = await type("/cron");
  const added = await type("/cron add “every weekday at 9” What is new?");
  const listed = await type("/cron list");
  const paused = await type("/cron pause what is new?");
  const resumed = await type('/cron resume "What is new?"');
  const asked = await type("/cron run What is new?");
  const history = await type("/cron history");
  const removed = await type("/cron remove What is new?");

  expect(none.said).toContain('/cron add "');
  expect(added.said).toMatch(
    /^Added: What is new\?\n {2}every weekday at 09:00 \(Europe\/Berlin\)\n {2}next: /,
  );
  expect(added.said).toContain("Nothing is firing");
  expect(added.data).toMatchObject({
    job: { madeBy: "person", work: { prompt: "What is new?" }, deliver: ["local"] },
  });
  expect(listed.said).toContain("What is new?\n  every weekday at 09:00 (Europe/Berlin)");
  expect(paused.said).toContain("\n  paused");
  expect(resumed.said).toContain("\n  next: ");
  expect(asked.said).toContain("runs as soon as its turn comes");
  expect(history.said).toMatch(/What is new\?, asked for: waits for its turn$/);
  expect(removed.said).toBe("Removed: What is new?");
  expect((await type("/cron")).said).toBe(none.said);
});

test("/cron next shows when a schedule is due, and keeps nothing", async () => {
  const type = await converse();

  const { said } = await type("/cron next every day at 9:00");

  expect(said.split("\n")).toHaveLength(6);
  expect(said).toMatch(/^every day at 09:00 \(Europe\/Berlin\)\n {2}\w{3} \d\d \w{3} \d{4} 09:00 /);
  expect((await type("/cron")).data).toEqual([]);
});

test.each([
  ["/cron add every day at 9 What is new?", 'Put the schedule in quotes: /cron add "'],
  ['/cron add "every day at 9"', "Put the schedule in quotes"],
  ["/cron pause", "Say which job: /cron pause NAME"],
  ["/cron next", "Say a schedule"],
  ["/cron sing", "/cron does not know sing; it knows list, add,"],
])("/cron says how it is written: %s", async (line, expected) => {
  const type = await converse();

  expect((await type(line)).said).toContain(expected);
});

test("/cron tells what is wrong with a schedule or a name", async () => {
  const type = await converse();

  await expect(type('/cron add "every blue moon" Hi')).rejects.toMatchObject({ code: "CRON_SCHEDULE" });
  await expect(type("/cron remove nobody")).rejects.toMatchObject({ code: "CRON_NO_JOB" });
});

test("in a chat of the owner /cron makes a job whose answer comes back there", async () => {
  const person = await personWithModel([]);
  const gateway = startHermes(person, ["gateway", "run"]);
  let said = "";
  gateway.stderr?.setEncoding("utf8").on("data", (text: string) => (said += text));
  await vi.waitFor(() => expect(said).toContain("local: ready"), waiting);

  const { stdout } = await hermes(person, ["gateway", "chat"], {
    input: '/cron add "every day at 9" What is new?\n',
  });
  const { jobs, firing } = JSON.parse((await hermes(person, ["cron", "list", "--json"])).stdout);

  expect(stdout).toContain("Added: What is new?");
  expect(stdout).not.toContain("Nothing is firing");
  expect(jobs[0].job).toMatchObject({
    ...{ madeBy: "person", deliver: ["origin"] },
    origin: { platform: "local", chatId: expect.any(String), userId: expect.any(String) },
  });
  expect(firing).toEqual({ by: "gateway", pid: gateway.pid });
});
