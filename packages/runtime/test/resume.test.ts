import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { scripted } from "@hermes/models";
import { expect, test } from "vitest";
import { callingModel, resultsIn, runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace } from "./support/temporary-place.ts";

test("a resumed session brings its task list along", async () => {
  await using place = await temporaryPlace();
  const todos = [{ id: "1", content: "Paint the fence", status: "in_progress" }];
  const first = callingModel({ name: "todo", arguments: { todos } });
  const second = callingModel({ name: "todo" });
  for (const [model, resume] of [
    [first, undefined],
    [second, "latest"],
  ] as const) {
    await using runtime = await runtimeIn(place, { model });
    await using session = await runtime.openSession({ resume });
    await session.agent.chat("Go.");
  }

  expect(resultsIn(second).at(-1)).toMatchObject({ todos });
});

test("latest is the newest session of this folder, and of no other", async () => {
  await using place = await temporaryPlace();
  const other = { ...place, project: join(place.homedir, "other") };
  const third = { ...place, project: join(place.homedir, "third") };
  for (const { project } of [other, third]) await mkdir(project);
  const talk = async (where: typeof place): Promise<string> => {
    await using runtime = await runtimeIn(where, { model: scripted([{ text: "Yes." }]) });
    await using session = await runtime.openSession();
    await session.agent.chat("Hello");
    return session.id;
  };
  const latest = async (where: typeof place): Promise<string> => {
    await using runtime = await runtimeIn(where, { model: scripted([]) });
    await using session = await runtime.openSession({ resume: "latest" });
    return session.id;
  };

  const here = await talk(place);
  const there = await talk(other);

  expect(await latest(place)).toBe(here);
  expect(await latest(other)).toBe(there);
  await expect(latest(third)).rejects.toMatchObject({ code: "RUNTIME_NO_SESSION" });
});

test("a session is found by the beginning of its id, and its history is there before the first question", async () => {
  await using place = await temporaryPlace();
  await using runtime = await runtimeIn(place, { model: scripted([{ text: "Yes." }]) });
  const first = await runtime.openSession();
  await first.agent.chat("Hello");
  await first[Symbol.asyncDispose]();

  await using session = await runtime.openSession({ resume: first.id.slice(0, -1) });

  expect(session.id).toBe(first.id);
  expect(session.agent.messages).toMatchObject([{ role: "user" }, { role: "assistant" }]);
});

test("a session of another folder is resumed by its id, with a word about the folder", async () => {
  await using place = await temporaryPlace();
  const other = { ...place, project: join(place.homedir, "other") };
  await mkdir(other.project);
  await using runtime = await runtimeIn(place, { model: scripted([{ text: "Yes." }]) });
  const first = await runtime.openSession();
  await first.agent.chat("Hello");
  await first[Symbol.asyncDispose]();
  const warnings: string[] = [];

  await using elsewhere = await runtimeIn(other, {
    model: scripted([]),
    onWarning: (message) => warnings.push(message),
  });
  await using session = await elsewhere.openSession({ resume: first.id });

  expect(session.id).toBe(first.id);
  expect(warnings).toEqual([
    `This conversation began in ${place.project}; its commands and files are now those of ${other.project}.`,
  ]);
});

test("what can't be resumed is an error that says what to do", async () => {
  await using place = await temporaryPlace();
  await using runtime = await runtimeIn(place, { model: scripted([]) });

  await expect(runtime.openSession({ resume: "latest" })).rejects.toMatchObject({
    code: "RUNTIME_NO_SESSION",
    hint: expect.any(String),
  });
  await expect(runtime.openSession({ resume: "nope" })).rejects.toMatchObject({
    code: "RUNTIME_NO_SESSION",
  });
});

test("a session is resumed by its title; where words fit several, they are named and none is taken", async () => {
  await using place = await temporaryPlace();
  await using runtime = await runtimeIn(place, {
    model: scripted([{ text: "Yes." }, { text: "Yes." }]),
  });
  const ids: string[] = [];
  for (const words of ["Paint the fence", "Paint the door"]) {
    await using session = await runtime.openSession();
    await session.agent.chat(words);
    ids.push(session.id);
  }

  await using fence = await runtime.openSession({ resume: "the FENCE" });

  expect(fence.id).toBe(ids[0]);
  await expect(runtime.openSession({ resume: "paint" })).rejects.toMatchObject({
    code: "RUNTIME_AMBIGUOUS_SESSION",
    candidates: [{ id: ids[1] }, { id: ids[0] }],
  });
});
