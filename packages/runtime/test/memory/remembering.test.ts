import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scripted } from "@hermes/models";
import type { ScriptedStep } from "@hermes/models";
import { expect, test } from "vitest";
import type { RuntimeOptions } from "../../src/index.ts";
import { requestOf, runtimeIn } from "../support/scripted-runtime.ts";
import { temporaryPlace, type TemporaryPlace } from "../support/temporary-place.ts";

const remember = (content: string) => ({
  calls: [{ name: "memory", arguments: { action: "add", target: "user", content } }],
});
const ever = new AbortController().signal;

test("at the end the model gets one request to save facts, which begins like every other and is not kept", async () => {
  await using place = await temporaryPlace();
  const model = scripted([{ text: "Fine." }, { text: "Sure." }, { text: "Good." }, remember("Prefers tea.")]);
  await using runtime = await runtimeIn(place, { model });
  await using session = await runtime.openSession();
  for (const text of ["I drink tea.", "No sugar.", "Thanks."]) await session.agent.chat(text);
  const messages = [...session.agent.messages];

  expect(await session.saveFacts({ signal: ever })).toEqual(["Prefers tea."]);

  const [third, last] = [requestOf(model, 2), requestOf(model, 3)];
  expect(last.system).toBe(third.system);
  expect(last.tools).toEqual(third.tools);
  expect(last.messages.slice(0, third.messages.length)).toEqual(third.messages);
  expect(session.agent.messages).toEqual(messages);
  expect((await runtime.store()).messages(session.id)).toHaveLength(6);
  expect(await readFile(join(place.home, "memories", "USER.md"), "utf8")).toBe("Prefers tea.\n");
  const [receipt] = await (await runtime.memory()).receipts("user");
  expect(receipt?.origin).toMatchObject({ by: "model", sessionId: session.id });
});

test.each([
  ["two things were said", ["Hello", "Thanks"], {}],
  ["memory is left out", ["One", "Two", "Three"], { skipMemory: true }],
  ["the toolset is off", ["One", "Two", "Three"], { toolsets: ["todo"] }],
])("no request is made at the end when %s", async (_, said, flags) => {
  await using place = await temporaryPlace();
  const model = scripted(said.map(() => ({ text: "Yes." })));
  await using runtime = await runtimeIn(place, { model, flags });
  await using session = await runtime.openSession();
  for (const text of said) await session.agent.chat(text);

  expect(await session.saveFacts({ signal: ever })).toEqual([]);

  expect(model.requests).toHaveLength(said.length);
});

test("what the model calls besides memory at the end is not run, and a model that fails keeps nobody", async () => {
  await using place = await temporaryPlace();
  const touch = { calls: [{ name: "terminal", arguments: { command: "touch made.txt" } }] };
  const model = scripted([{ text: "Yes." }, { text: "Yes." }, { text: "Yes." }, touch]);
  await using runtime = await runtimeIn(place, { model });
  await using session = await runtime.openSession();
  for (const text of ["One", "Two", "Three"]) await session.agent.chat(text);

  expect(await session.saveFacts({ signal: ever })).toEqual([]);
  await expect(readFile(join(place.project, "made.txt"))).rejects.toThrow("ENOENT");
  // The script is at its end: the model throws.
  expect(await session.saveFacts({ signal: ever })).toEqual([]);
  expect(model.requests.length).toBeGreaterThan(3);
});

async function talk(
  place: TemporaryPlace,
  script: readonly ScriptedStep[],
  flags: RuntimeOptions["flags"] = {},
) {
  const model = scripted(script);
  await using runtime = await runtimeIn(place, { model, flags });
  await using session = await runtime.openSession();
  await session.agent.chat("Go");
  return (requestOf(model, script.length - 1).messages ?? []).filter((message) => message.role === "tool");
}

test("what failed and what helped is known in the next conversation: the call is answered once with the fix", async () => {
  await using place = await temporaryPlace();
  await writeFile(join(place.project, "notes.txt"), "x\n");
  const wrong = { calls: [{ name: "terminal", arguments: { command: "cat --nope notes.txt" } }] };
  const right = { calls: [{ name: "terminal", arguments: { command: "cat notes.txt" } }] };
  const save = {
    calls: [{ name: "learning", arguments: { action: "save", fix: "cat notes.txt, without --nope" } }],
  };

  const first = await talk(place, [wrong, right, save, { text: "Done." }]);
  expect(first[0]?.content).toContain("unrecognized option");
  expect(first[1]?.notes?.join()).toContain("learning(action: save");
  expect(first[2]?.content).toContain('"saved":1');

  const second = await talk(place, [wrong, wrong, right, { text: "Done." }]);
  expect(second[0]?.content).toContain("What worked: cat notes.txt, without --nope");
  expect(second[1]?.content).toContain("unrecognized option");
  expect(second[1]?.notes?.join()).toContain("Seen before. What worked: cat notes.txt, without --nope");
});

test("what speaks against a note is put to the person with clarify, and their answer is what is kept", async () => {
  await using place = await temporaryPlace();
  const questions: string[] = [];
  const memory = (args: object) => ({
    calls: [{ name: "memory", arguments: { target: "memory", ...args } }],
  });
  const model = scripted(({ messages }) => {
    const last = messages.at(-1);
    const said = JSON.stringify(last);
    if (last?.role === "user" && said.includes("8080"))
      return memory({ action: "add", content: "The server listens on port 8080" });
    if (last?.role === "user") return memory({ action: "add", content: "The server listens on port 9090" });
    if (said.includes("ask the person with clarify"))
      return {
        calls: [{ name: "clarify", arguments: { question: "Which port holds?", choices: ["8080", "9090"] } }],
      };
    if (last?.role === "tool" && last.name === "clarify" && said.includes("9090"))
      return memory({ action: "replace", old_text: "8080", content: "The server listens on port 9090" });
    return { text: "Done." };
  });
  await using runtime = await runtimeIn(place, {
    model,
    clarifier: async ({ question }) => (questions.push(question), { answered: true, answer: "9090" }),
  });
  await using session = await runtime.openSession();
  await session.agent.chat("It listens on 8080.");
  await session.agent.chat("I changed the port.");

  expect(questions).toEqual(["Which port holds?"]);
  expect(await readFile(join(place.home, "memories", "MEMORY.md"), "utf8")).toBe(
    "The server listens on port 9090\n",
  );
});

test.each([
  ["with the tool for it", {}, true],
  ["without one where there is none", { toolsets: ["terminal", "memory"] }, false],
])("what helped in three conversations is suggested as a skill, %s", async (_, flags, isNamed) => {
  await using place = await temporaryPlace();
  await writeFile(join(place.project, "notes.txt"), "x\n");
  const terminal = (command: string) => ({ calls: [{ name: "terminal", arguments: { command } }] });
  const save = {
    calls: [{ name: "learning", arguments: { action: "save", fix: "cat notes.txt, without --nope" } }],
  };
  const notes: string[] = [];
  for (let round = 0; round < 5; round++) {
    const steps = [terminal("cat --nope notes.txt"), terminal("cat notes.txt")];
    const messages = await talk(place, [...steps, ...(round === 0 ? [save] : []), { text: "Done." }], flags);
    notes.push(
      messages.flatMap((message) => (message.role === "tool" ? (message.notes ?? []) : [])).join("\n"),
    );
  }

  expect(notes.map((note) => note.includes("offer the person a skill"))).toEqual([
    false,
    false,
    false,
    true,
    false,
  ]);
  expect(notes[3]?.includes("skill_manage")).toBe(isNamed);
});

test("what is redacted is out of the notes and their receipts too", async () => {
  await using place = await temporaryPlace();
  await using runtime = await runtimeIn(place, { model: scripted([]) });
  const memory = await runtime.memory();
  await memory.add("user", "The gate of Ada is blue-heron-77");
  await memory.remove("user", "gate");
  await memory.add("user", "Ada knows blue-heron-77");

  await runtime.redact("blue-heron-77");

  for (const name of ["USER.md", ".receipts-user.json"])
    expect(await readFile(join(place.home, "memories", name), "utf8")).not.toContain("heron");
});
