import { scripted } from "@hermes/models";
import { openState } from "@hermes/state";
import { join } from "node:path";
import { expect, test } from "vitest";
import { requestOf, runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace } from "./support/temporary-place.ts";

const background = (command: string, more: object = {}) => ({
  name: "terminal",
  arguments: { command, background: true, ...more },
});
const foreground = (command: string) => ({ name: "terminal", arguments: { command } });

test("the end of a process reaches the model with the next result, and people as an event", async () => {
  await using place = await temporaryPlace();
  const model = scripted([
    { calls: [background("until [ -e go ]; do sleep 0.05; done; exit 3", { notify_on_complete: true })] },
    { calls: [foreground("touch go; sleep 1")] },
    { text: "Seen." },
  ]);
  await using runtime = await runtimeIn(place, { model, flags: { yolo: true } });
  await using session = await runtime.openSession();

  const notices: string[] = [];
  for await (const event of session.agent.run("go")) if (event.type === "notice") notices.push(event.text);

  const notes = requestOf(model, 2).messages.flatMap((message) =>
    message.role === "tool" ? (message.notes ?? []) : [],
  );
  expect(notes).toEqual([expect.stringMatching(/^Process p1, notice 1: .* has ended, exit code 3\.$/)]);
  expect(notices).toEqual(notes);
});

test("a resumed session is notified about its processes", async () => {
  await using place = await temporaryPlace();
  const model = scripted([{ calls: [background("sleep 60")] }, { text: "Started." }, { text: "I see." }]);
  const open = () => runtimeIn(place, { model, flags: { yolo: true } });
  let id = "";
  {
    await using runtime = await open();
    await using session = await runtime.openSession();
    await session.agent.chat("start it");
    id = session.id;
  }
  await using runtime = await open();
  await using session = await runtime.openSession({ resume: id });
  await session.agent.chat("and now?");

  const texts = requestOf(model, 2).messages.flatMap((message) =>
    message.role === "user" ? message.content.flatMap((part) => ("text" in part ? [part.text] : [])) : [],
  );
  expect(texts.slice(-2)).toEqual([
    "and now?",
    "[Note from Hermes: Process p1, notice 1: `sleep 60` was ended when the conversation was closed.]",
  ]);
});

test("what was asked to stay goes on after its conversation, and can be ended in it later", async () => {
  await using place = await temporaryPlace();
  const model = scripted([
    { calls: [background("echo $$ > pid; echo up; exec sleep 60", { keep: true })] },
    { text: "Started." },
    { calls: [{ name: "process", arguments: { action: "log", session_id: "p1" } }] },
    { calls: [{ name: "process", arguments: { action: "kill", session_id: "p1" } }] },
    { calls: [foreground("grep -q sleep /proc/$(cat pid)/cmdline || echo gone")] },
    { text: "Ended." },
  ]);
  const open = () => runtimeIn(place, { model, flags: { yolo: true } });
  let id = "";
  {
    await using runtime = await open();
    await using session = await runtime.openSession();
    expect(session.backgroundJobs).toBe(0);
    await session.agent.chat("start it");
    expect(session.backgroundJobs).toBe(1);
    id = session.id;
  }
  await using runtime = await open();
  await using session = await runtime.openSession({ resume: id });
  expect(session.backgroundJobs).toBe(1);
  await session.agent.chat("end it");
  expect(session.backgroundJobs).toBe(0);

  const results = requestOf(model, 5).messages.flatMap((message) =>
    message.role === "tool" ? [JSON.parse(message.content)] : [],
  );
  expect(results.slice(1)).toMatchObject([
    { status: "running", output: "up\n", keep: true },
    { status: "killed" },
    { output: expect.stringMatching(/gone\n$/) },
  ]);
});

test("a session that is deleted takes its records of processes with it", async () => {
  await using place = await temporaryPlace();
  const model = scripted([{ calls: [background("sleep 60")] }, { text: "Started." }]);
  {
    await using runtime = await runtimeIn(place, { model, flags: { yolo: true } });
    await using session = await runtime.openSession();
    await session.agent.chat("start it");
    await session[Symbol.asyncDispose]();
    const state = await runtime.store();
    const count = () =>
      state.transaction((tables) => tables.all("SELECT count(*) AS n FROM processes_records"));

    expect(count()).toEqual([{ n: 1 }]);
    state.sessions.delete(session.id);
    expect(count()).toEqual([{ n: 0 }]);
  }
  // The store opens without the part as well.
  await using state = openState({ path: join(place.home, "hermes.db") });
  expect(state.stats().sessions).toBe(0);
});
