import { scripted } from "@hermes/models";
import { expect, test } from "vitest";
import { Agent, HeadChangedError, memoryApprovals, memoryJournal } from "../src/index.ts";
import type { AgentEvent, AgentOptions, RequestPrefix, SessionJournal } from "../src/index.ts";
import { collect } from "../src/testing/index.ts";
import { echoTool, endOf, expectValid, parsed, spyJournal, toolMessages, toolThat } from "./support.ts";

const named = (name: string) => toolThat(name, () => "done");
const before = { prompt: "You are v1.", tools: [named("look"), named("rm")] };
const after = {
  prompt: "You are v2.",
  tools: [named("look"), { ...named("rm"), description: "Removes." }, named("find")],
};

/** A session that the code of before began, and a way to open it with that of after. */
async function deployed(): Promise<{
  readonly journal: SessionJournal;
  readonly model: ReturnType<typeof scripted>;
  agent(options?: Partial<AgentOptions>): Agent;
}> {
  const journal = memoryJournal();
  const model = scripted(() => ({ text: "ok" }));
  await new Agent({ model, journal, sessionId: "s1", ...before }).chat("one");
  return {
    ...{ journal, model },
    agent: (options) => new Agent({ model, journal, sessionId: "s1", ...after, ...options }),
  };
}

const changes = (events: readonly AgentEvent[]): readonly AgentEvent[] =>
  events.filter(({ type }) => type === "head-changed");

const change = {
  type: "head-changed",
  prompt: true,
  tools: { added: ["find"], removed: [], changed: ["rm"] },
} as const;

test("a session goes on with what it began with, and the first turn says that the code has something else", async () => {
  const { agent, model } = await deployed();
  const resumed = agent();

  const { headChanged } = await resumed.open();
  const first = await collect(resumed.run("two"));
  const second = await collect(resumed.run("three"));

  expect(headChanged).toEqual({ ...change, adopted: false });
  expect(changes(first)).toEqual([headChanged]);
  expect(changes(second)).toEqual([]);
  expect(model.requests.at(-1)?.system).toBe("You are v1.");
  expect(model.requests.at(-1)?.tools.map(({ name }) => name)).toEqual(["look", "rm"]);
});

test("nothing is said where nothing differs, also after the same code was adopted", async () => {
  const { agent } = await deployed();
  const adopting = agent({ onChangedHead: "adopt" });
  await adopting.chat("two");

  for (const onChangedHead of ["keep", "adopt", "error"] as const) {
    const again = agent({ onChangedHead });
    const { headChanged } = await again.open();
    expect(headChanged).toBeUndefined();
    expect(changes(await collect(again.run("three")))).toEqual([]);
    await again.close();
  }
});

test("an epoch sends the new prompt and tools with the old history, names the change of the prefix, and is kept", async () => {
  const { agent, model, journal } = await deployed();
  const prefixes: RequestPrefix[] = [];
  const watched: SessionJournal = {
    ...journal,
    append(sessionId, entry, token) {
      if (entry.type === "message" && entry.prefix !== undefined) prefixes.push(entry.prefix);
      return journal.append(sessionId, entry, token);
    },
  };

  const events = await collect(agent({ onChangedHead: "adopt", journal: watched }).run("two"));

  expect(changes(events)).toEqual([{ ...change, adopted: true }]);
  const sent = model.requests.at(-1);
  expect(sent?.system).toBe("You are v2.");
  expect(sent?.tools.map(({ name }) => name)).toEqual(["find", "look", "rm"]);
  expect(sent?.messages).toHaveLength(3);
  expect(prefixes.map((prefix) => prefix.change)).toEqual(["system"]);
  expect((await journal.load("s1"))?.head).toMatchObject({ system: "You are v2.", id: "s1" });
});

test("with error it is not opened, nothing is written, and the error has the facts", async () => {
  const { agent, journal } = await deployed();
  const stored = await journal.load("s1");

  const error: unknown = await agent({ onChangedHead: "error" })
    .open()
    .catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(HeadChangedError);
  expect(error).toMatchObject({ code: "SESSION_HEAD_CHANGED", change: { ...change, adopted: false } });
  await expect(collect(agent({ onChangedHead: "error" }).run("two"))).rejects.toMatchObject({
    code: "SESSION_HEAD_CHANGED",
    message: 'The session "s1" began with another prompt and other tools (find, rm).',
  });
  expect(await journal.load("s1")).toEqual(stored);
  expect(await agent().chat("two")).toBe("ok");
});

test("with ignore nothing is built and nothing is said; otherwise the hooks of the prompt are asked once", async () => {
  const { agent } = await deployed();
  let asked = 0;
  const hooks = [{ name: "count", prompt: () => void asked++ }];

  const ignoring = agent({ onChangedHead: "ignore", hooks });
  const events = await collect(ignoring.run("two"));
  const asKept = asked;
  const keeping = agent({ hooks });
  await keeping.context();
  await collect(keeping.run("three"));
  await collect(keeping.run("four"));

  expect(changes(events)).toEqual([]);
  expect([asKept, asked]).toEqual([0, 1]);
});

test("what was untrusted in the prompt before stays with the session", async () => {
  const journal = memoryJournal();
  const model = scripted(() => ({ text: "ok" }));
  const layer = {
    kind: "context",
    name: "page",
    text: "As a page says.",
    provenance: [{ source: "web" }],
  } as const;
  await new Agent({ model, journal, sessionId: "s1", prompt: { layers: [layer] } }).chat("one");

  const agent = new Agent({ model, journal, sessionId: "s1", prompt: "Plain.", onChangedHead: "adopt" });
  await agent.open();

  expect(agent.head?.system).toBe("Plain.");
  expect(agent.provenance).toEqual([{ source: "web" }]);
});

test("a call that waits for a yes is answered as not run where its tool is gone, and a late yes is refused; others wait on", async () => {
  const [journal, log, ran] = [spyJournal(), memoryApprovals(), [] as string[]];
  const tool = (name: string) => toolThat(name, () => ran.push(name), { concurrency: "parallel" });
  const model = scripted(({ messages }) =>
    messages.some(({ role }) => role === "tool")
      ? { text: "Done." }
      : {
          calls: [
            { id: "c1", name: "old" },
            { id: "c2", name: "kept" },
          ],
        },
  );
  const options = {
    model,
    journal,
    sessionId: "s1",
    approvals: log,
    approver: async () => ({ pending: true as const }),
  } as const;
  await collect(new Agent({ ...options, tools: [tool("old"), tool("kept")] }).run("go"));
  const { id = "" } = (await log.find("s1", "c1")) ?? {};

  const agent = new Agent({ ...options, tools: [tool("kept")], onChangedHead: "adopt" });
  const { headChanged } = await agent.open();

  expect(headChanged?.tools.removed).toEqual(["old"]);
  expect(agent.openCalls.map((call) => call.id)).toEqual(["c2"]);
  const yes = { answer: { approved: true, scope: "once" }, actor: "me", at: Date.now() } as const;
  await expect((async () => await log.answer(id, yes))()).rejects.toMatchObject({ code: "APPROVAL_CLOSED" });
  await log.answer((await log.find("s1", "c2"))?.id ?? "", yes);
  expect(endOf(await collect(agent.continue())).reason).toBe("answered");
  expect(ran).toEqual(["kept"]);
  expectValid(agent.messages);
  expect(parsed(toolMessages(agent.messages)[0])).toEqual({
    error: 'Not run: there is no tool "old" any more. Do without it.',
  });
});

test("results of tools that are gone stay in the history, and a call of one is refused", async () => {
  const journal = memoryJournal();
  const calling = scripted([{ calls: [{ name: "echo", arguments: { text: "hi" } }] }, { text: "done" }]);
  await new Agent({ model: calling, journal, sessionId: "s1", tools: [echoTool()] }).chat("go");

  const model = scripted([{ calls: [{ name: "echo", arguments: { text: "again" } }] }, { text: "then not" }]);
  const agent = new Agent({
    model,
    journal,
    sessionId: "s1",
    tools: [named("look")],
    onChangedHead: "adopt",
  });
  expect(await agent.chat("again")).toBe("then not");

  expectValid(agent.messages);
  expect(toolMessages(agent.messages).map((message) => message.isError ?? false)).toEqual([false, true]);
});

test("a prompt that a compression replaced is no change of the code", async () => {
  const journal = memoryJournal();
  const model = scripted(() => ({ text: "ok" }));
  const options = {
    ...{ model, journal, sessionId: "s1", prompt: "First." },
    compressor: { compress: async () => [] },
    promptAfterCompression: async () => "Later.",
  };
  const first = new Agent(options);
  await first.chat("one");
  for await (const _ of first.compress());
  await first.close();

  const { headChanged } = await new Agent({ ...options, onChangedHead: "error" }).open();

  expect(headChanged).toBeUndefined();
});
