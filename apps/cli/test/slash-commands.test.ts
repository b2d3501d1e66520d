import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SessionController, slashCommands } from "@hermes/agent-loop/controller";
import type { ControllerEvent } from "@hermes/agent-loop/controller";
import { loadSettings } from "@hermes/config";
import { scripted } from "@hermes/models";
import type { ModelRequest, ScriptedAnswer, ScriptedModel } from "@hermes/models";
import { createRuntime } from "@hermes/runtime";
import type { OpenSession, Runtime } from "@hermes/runtime";
import { onTestFinished, expect, test } from "vitest";
import { controllerPorts } from "../src/chat/controller-ports.ts";
import { newPerson } from "./support/hermes.ts";
import type { Fixture } from "./support/hermes.ts";

interface Conversation {
  readonly person: Fixture;
  readonly model: ScriptedModel;
  readonly runtime: Runtime;
  readonly controller: SessionController<OpenSession>;
  /** Types a line, and gives what came of it. */
  type(line: string): Promise<readonly ControllerEvent<OpenSession>[]>;
  /** The lines that a command answered. */
  replies(line: string): Promise<readonly string[]>;
  /** What a command answered as data. */
  data(line: string): Promise<unknown>;
}

/** A conversation as the terminal has it, with a real runtime and store. */
async function converse(script: readonly ScriptedAnswer[], columns = 100): Promise<Conversation> {
  const person = newPerson();
  const model = scripted(script);
  const loaded = await loadSettings({ env: person.env });
  const runtime = createRuntime({
    ...{ loaded, model, env: loaded.env, cwd: person.project },
    platform: "cli",
    onWarning: () => undefined,
    housekeepingAfterMs: Infinity,
  });
  const controller = new SessionController<OpenSession>({
    openSession: async (choice) => await runtime.openSession(choice),
    ports: controllerPorts(runtime, { cwd: person.project, screen: { columns } }),
  });
  await controller.open();
  onTestFinished(async () => {
    await controller[Symbol.asyncDispose]();
    await runtime[Symbol.asyncDispose]();
  });
  const type: Conversation["type"] = async (line) => {
    const events: ControllerEvent<OpenSession>[] = [];
    for await (const event of controller.run(line)) events.push(event);
    const failure = events.find((event) => event.type === "failure");
    if (failure?.type === "failure") throw failure.error;
    return events;
  };
  const replyTo = async (line: string) => {
    const event = (await type(line)).find((each) => each.type === "command-reply");
    return event?.type === "command-reply" ? event.reply : {};
  };
  return {
    ...{ person, model, runtime, controller, type },
    replies: async (line) => (await replyTo(line)).lines ?? [],
    data: async (line) => (await replyTo(line)).data,
  };
}

/** The words of the person in a request, oldest first. */
function wordsIn(request: ModelRequest | undefined): readonly string[] {
  return (request?.messages ?? []).flatMap((message) =>
    message.role === "user"
      ? [message.content.map((part) => (part.type === "text" ? part.text : "")).join("")]
      : [],
  );
}

const answers = ["One.", "Two.", "Three.", "Four."].map((text) => ({ text }));

test("/undo 2 goes on before the message before the last one, and gives it back to be edited", async () => {
  const { type, controller, model } = await converse(answers);
  for (const line of ["first", "second", "third"]) await type(line);
  const before = controller.session?.id ?? "";

  const events = await type("/undo 2");
  await type("other");

  const edit = events.find((event) => event.type === "edit");
  expect(edit).toMatchObject({ message: { content: [{ type: "text", text: "second" }] } });
  expect(controller.session?.id).not.toBe(before);
  expect(wordsIn(model.requests.at(-1))).toEqual(["first", "other"]);
});

test("what /undo took back is kept: /resume opens the conversation as it was", async () => {
  const { type, replies, controller, model } = await converse(answers);
  for (const line of ["first", "second"]) await type(line);
  const before = controller.session?.id ?? "";

  expect(await replies("/undo")).toContain(`The conversation as it was: /resume ${before}`);
  await type(`/resume ${before}`);
  await type("third");

  expect(controller.session?.id).toBe(before);
  expect(wordsIn(model.requests.at(-1))).toEqual(["first", "second", "third"]);
});

test("mode and effort stay with a conversation that goes back, and are the default in a new one", async () => {
  const { type, data } = await converse(answers);
  await type("/mode plan");
  await type("/effort high");
  await type("first");

  await type("/undo");
  const back = await data("/status");
  await type("/new");
  const fresh = await data("/status");

  expect(back).toMatchObject({ mode: "plan", model: { effort: "high" } });
  expect(fresh).toMatchObject({ mode: "ask" });
  expect(fresh).not.toHaveProperty("model.effort", "high");
});

test("/undo says how far it can go, and leaves the conversation alone otherwise", async () => {
  const { type, replies, controller } = await converse(answers);
  await type("first");
  const { id } = controller.session ?? {};

  expect(await replies("/undo 2")).toEqual(["Only 1 message of yours can be taken back."]);
  expect(await replies("/undo soon")).toEqual(['"soon" is no number of messages.']);
  expect(controller.session?.id).toBe(id);
});

test("/retry asks the same again, with what it mentioned", async () => {
  const { type, person, model } = await converse(answers);
  writeFileSync(join(person.project, "notes.txt"), "the first draft\n");
  await type("read @notes.txt");
  writeFileSync(join(person.project, "notes.txt"), "another draft\n");

  await type("/retry");

  expect(wordsIn(model.requests[1])).toEqual(["read @notes.txt"]);
  expect(JSON.stringify(model.requests[1])).toContain("the first draft");
  expect(JSON.stringify(model.requests[1])).not.toContain("another draft");
});

test("the messages to go back to are listed, the newest first", async () => {
  const { type, controller, replies } = await converse(answers);
  for (const line of ["first", "second"]) await type(line);

  expect(controller.earlierMessages.map(({ back, text }) => [back, text])).toEqual([
    [1, "second"],
    [2, "first"],
  ]);
  expect(await replies("/history")).toEqual([
    "2  you: first",
    "   hermes: One.",
    "1  you: second",
    "   hermes: Two.",
    "Take messages back: /undo NUMBER",
  ]);
});

test("/branch goes on in a copy, and the original stays as it was", async () => {
  const { type, controller, runtime } = await converse(answers);
  await type("first");
  const { id: before = "" } = controller.session ?? {};

  await type("/branch another way");
  await type("second");

  const { sessions } = await runtime.store();
  expect(sessions.get(controller.session?.id ?? "")).toMatchObject({ title: "another way", messageCount: 4 });
  expect(sessions.get(before)).toMatchObject({ messageCount: 2 });
});

test("a title that is given before anything is said is that of the session", async () => {
  const { type, data } = await converse(answers);
  await type("/new Trip to Kraków");
  await type("first");
  await type("/new");
  await type("/title Second trip");
  await type("second");

  expect(await data("/sessions")).toMatchObject([{ title: "Second trip" }, { title: "Trip to Kraków" }]);
});

test("/resume knows where it is, lists without a name, and keeps the session where there is no such", async () => {
  const { type, replies, controller } = await converse(answers);
  await type("first");
  const { id = "" } = controller.session ?? {};

  expect(await replies(`/resume ${id}`)).toEqual(["You are in this session already."]);
  expect((await replies("/resume"))[0]).toBe(`* ${id} · First · 2 messages`);
  await expect(type("/resume nothing of the kind")).rejects.toMatchObject({ code: "RUNTIME_NO_SESSION" });
  expect(controller.session?.id).toBe(id);
});

test("/export writes Markdown or JSON lines, and replaces nothing", async () => {
  const { type, data, person } = await converse(answers);
  await type("first");

  const { path } = (await data("/export")) as { path: string };
  await type("/export talk.jsonl");

  expect(readFileSync(path, "utf8")).toContain("One.");
  expect(readFileSync(join(person.project, "talk.jsonl"), "utf8")).toContain('"first"');
  await expect(type("/export talk.jsonl")).rejects.toMatchObject({ code: "CLI_FILE_EXISTS" });
});

test("/copy gives the n-th last answer to the entry point", async () => {
  const { type, replies } = await converse(answers);
  expect(await replies("/copy")).toEqual(["There is no answer yet."]);
  for (const line of ["first", "second"]) await type(line);

  const events = await type("/copy 2");

  expect(events).toMatchObject([{ type: "command-reply", reply: { copy: "One." } }]);
  expect(await replies("/copy 3")).toEqual(["There are only 2 answers."]);
});

test("/diff shows what differs from the last commit, staged or not", async () => {
  const { replies, data, person } = await converse(answers);
  expect(await replies("/diff")).toEqual([
    "The changes can't be shown: the working folder is in no git repository.",
  ]);
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: person.project });
  writeFileSync(join(person.project, "a.txt"), "old\n");
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "one");
  expect(await replies("/diff")).toEqual(["Nothing differs from the last commit."]);

  writeFileSync(join(person.project, "a.txt"), "new\n");
  git("add", ".");

  expect(await data("/diff")).toMatchObject({ diff: expect.stringContaining("-old\n+new") });
});

test("what the program tells about itself is told", async () => {
  const { replies } = await converse(answers);

  expect((await replies("/version"))[0]).toMatch(/^Hermes \d/);
  expect((await replies("/permissions"))[0]).toMatch(/^mode ask: /);
  expect(await replies("/memory")).toEqual(["Nothing is remembered."]);
  expect((await replies("/tools")).join("\n")).toMatch(/^terminal +≈ \d+ tokens$/m);
  expect((await replies("/doctor")).join("\n")).toMatch(/^[✓!✗] settings/m);
  expect((await replies("/status"))[0]).toMatch(/^session \S+ · 0 messages$/);
});

test("/effort shows and hides what the model thinks, and knows none", async () => {
  const { type, data } = await converse(answers);

  expect(await type("/reasoning hide")).toMatchObject([{ reply: { display: "hide-thinking" } }]);
  expect(await type("/effort show")).toMatchObject([{ reply: { display: "show-thinking" } }]);
  expect(await data("/reasoning none")).toMatchObject({ effort: "off" });
});

test("/clear starts a new session, and the screen is told", async () => {
  const { type, controller } = await converse(answers);
  const { id } = controller.session ?? {};

  const events = await type("/clear");

  expect(events).toMatchObject([
    { reply: { display: "clear" } },
    { type: "saving-facts" },
    { type: "facts-saved" },
    { type: "session-start" },
  ]);
  expect(controller.session?.id).not.toBe(id);
});

test("every command answers something without arguments, or says what it needs", async () => {
  const { type } = await converse(answers);
  const others = new Map([
    ["new", "saving-facts"],
    ["quit", "leave"],
    ["compress", "warning"],
    ["init", "turn-start"],
  ]);

  const first: [string, string | undefined][] = [];
  // oxlint-disable-next-line no-await-in-loop -- in one conversation
  for (const { name } of slashCommands) first.push([name, (await type(`/${name}`))[0]?.type]);

  expect(first).toEqual(slashCommands.map(({ name }) => [name, others.get(name) ?? "command-reply"]));
});

test("/help of a command tells its names, its argument and when it is done", async () => {
  const { replies } = await converse(answers, 40);

  expect(await replies("/help undo")).toEqual([
    "/undo [n]",
    "Go back to before your last message, or the n-th last; files stay as they are.",
    "Session · waits while the model works",
  ]);
  expect(await replies("/help undoo")).toEqual(["There is no command /undoo. Did you mean /undo?"]);
  expect((await replies("/help")).slice(0, 5)).toEqual([
    "Session",
    "  /new, /reset [title]",
    "      Start a new session; the old one",
    "      stays in the store.",
    "  /clear",
  ]);
});

test("the page on commands has each of them as the table has it", () => {
  const page = readFileSync(new URL("../../../docs/commands.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| `(\/.+?)` +\| (.*?) +\| (.*?) +\| (.*?) +\|$/gm)].map(
    ([, ...cells]) => cells,
  );

  expect(rows).toEqual(
    slashCommands.map(({ name, hint, aliases, summary, whileBusy }) => [
      hint === "" ? `/${name}` : `/${name} ${hint}`,
      aliases.map((alias) => `\`/${alias}\``).join(" "),
      summary.replace(/\.$/, ""),
      whileBusy ? "at once" : "afterwards",
    ]),
  );
});
