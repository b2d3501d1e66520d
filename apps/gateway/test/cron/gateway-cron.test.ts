import { connectLocalChat } from "@hermes/gateway";
import { expect, onTestFinished, test, vi } from "vitest";
import { gatewayPaths, gatewayReport, readGatewayState, tickOnce, whoFires } from "../../src/index.ts";
import { heard, newPerson, serve, waiting } from "../support.ts";
import type { Person } from "../support.ts";
import { openCronHome } from "./cron-home.ts";

/** What the gateway has said in the person's chat of this machine. */
async function chatOf({ home }: Person): Promise<readonly string[]> {
  const chat = await connectLocalChat({ socket: gatewayPaths(home).socket });
  onTestFinished(() => chat.close());
  return chat.messages.map(({ text }) => text);
}

test("a job answers in the chat it was made in, once, however often the gateway starts", async () => {
  const person = newPerson();
  {
    await using home = await openCronHome(person);
    await home.asked({ name: "Morning", prompt: "Greet." });
  }

  const first = serve(person, [{ text: "Good morning." }]);
  await first.line("local: ready");
  await vi.waitFor(
    async () => expect(await chatOf(person)).toEqual(["**Morning**\n\nGood morning."]),
    waiting,
  );
  await first.stop();
  const second = serve(person);
  await second.line("local: ready");

  expect(await chatOf(person)).toEqual(["**Morning**\n\nGood morning."]);
  await using home = await openCronHome(person);
  expect(await home.cron.jobs.history()).toMatchObject([{ state: "ran", deaths: 0 }]);
});

test("while the gateway runs it fires, a tick does not, and its state says what is due", async () => {
  const person = newPerson();
  const gateway = serve(person);
  await gateway.line("local: ready");
  await using home = await openCronHome(person);
  await home.cron.jobs.create({ schedule: "every day at 9", prompt: "Later." }, { by: "person" });

  const { heldBy } = await tickOnce(home);
  const report = await gatewayReport(home);

  expect(heldBy?.owner.pid).toBe(process.pid);
  expect(report.cron).toMatchObject({
    ...{ jobs: 1, running: 0, firing: { by: "gateway", pid: process.pid } },
    nextAt: expect.any(Number),
  });
  await vi.waitFor(async () => {
    const state = await readGatewayState(gatewayPaths(person.home).state);
    expect(state?.cron).toMatchObject({ running: 0 });
  }, waiting);
});

test("a run that another program asks for begins within seconds", async () => {
  const person = newPerson();
  const gateway = serve(person, [{ text: "At once." }]);
  await gateway.line("local: ready");
  await using home = await openCronHome(person);
  await home.cron.jobs.create({ schedule: "every day at 9", name: "Asked", prompt: "Go." }, { by: "person" });
  // The gateway has looked, and would not look again for 20 seconds.
  await vi.waitFor(async () => expect(await home.cron.store.lease.holder()).toBeDefined(), waiting);

  const { slot } = await home.cron.jobs.run("Asked");

  await vi.waitFor(
    async () => expect((await home.cron.jobs.history())[0]).toMatchObject({ state: "ran" }),
    waiting,
  );
  const [receipt] = await home.cron.jobs.history();
  expect((receipt?.startedAt ?? Number.POSITIVE_INFINITY) - slot.at).toBeLessThan(15_000);
});

test("without a gateway a timer that ticks fires, and where none does nobody", async () => {
  await using home = await openCronHome(newPerson());
  expect(await whoFires(home.home)).toEqual({ by: "nobody" });

  const at = Date.now();
  await tickOnce({ ...home, now: () => at });

  expect(await whoFires(home.home, at + 60_000)).toEqual({ by: "timer", at });
  expect(await whoFires(home.home, at + 11 * 60_000)).toEqual({ by: "nobody" });
});

test("a run that the gateway's end cuts off goes on with the next start", async () => {
  const person = newPerson();
  {
    await using home = await openCronHome(person);
    await home.asked({ name: "Long", prompt: "Think." });
  }
  const first = serve(person, [{ hang: true }]);
  await first.line("local: ready");
  await using home = await openCronHome(person);
  await vi.waitFor(async () => expect((await home.cron.jobs.history())[0]?.sessionId).toBeDefined(), waiting);
  await first.stop();
  const [left] = await home.cron.jobs.history();

  const second = serve(person, [{ text: "Thought." }]);
  await second.line("local: ready");

  await vi.waitFor(async () => expect(await chatOf(person)).toEqual(["**Long**\n\nThought."]), waiting);
  expect(await home.cron.jobs.history()).toMatchObject([
    { state: "ran", deaths: 0, sessionId: left?.sessionId, result: { outcome: "answered" } },
  ]);
});

test("what a rule allows a job may do: send a message elsewhere, and make another job", async () => {
  const person = newPerson();
  person.configure("permissions:\n  rules:\n    message.send: allow\n    cron.write: allow\n");
  const before = serve(person, [{ text: "Hello." }]);
  await before.line("local: ready");
  await heard(await before.tell("Hello"), "Hello.");
  await before.stop();
  {
    await using home = await openCronHome(person);
    await home.asked({ name: "Maker", prompt: "Tell them, and come back." });
  }
  const gateway = serve(person, [
    {
      calls: [{ name: "send_message", arguments: { action: "send", target: "local:me", message: "Hi." } }],
    },
    {
      calls: [
        { name: "cronjob", arguments: { action: "create", schedule: "every day at 10", prompt: "More." } },
      ],
    },
    { text: "Done." },
  ]);
  await gateway.line("local: ready");

  await vi.waitFor(async () => expect((await chatOf(person)).at(-1)).toContain("Done."), waiting);

  await using home = await openCronHome(person);
  expect(await home.outbox()).toEqual(["Hello.", "Hi.", "**Maker**\n\nDone."]);
  const made = (await home.cron.jobs.list()).map(({ job }) => [job.name, job.madeBy]);
  expect(made).toEqual([
    ["Maker", "person"],
    ["More.", "model"],
  ]);
});
