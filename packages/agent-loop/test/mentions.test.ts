import { expect, test } from "vitest";
import { Agent, defineTool, memoryJournal, noteText, z } from "../src/index.ts";
import type { MentionInput, MentionResult, Mentions } from "../src/index.ts";
import { SessionController } from "../src/controller/index.ts";
import { collect } from "../src/testing/index.ts";
import { echoTool, endOf, lastRequest, script, toolMessages } from "./support.ts";

const page = [{ source: "web", name: "docs.example" }];
const attached: readonly MentionResult[] = [
  { mention: "@a.ts", attached: true, line: "attached a.ts", note: "a.ts:\nlet a;" },
  {
    mention: "@url:https://docs.example",
    attached: true,
    line: "attached",
    note: "a page",
    provenance: page,
  },
  {
    mention: "@b.ts",
    attached: false,
    line: "b.ts is not attached: secret",
    note: "b.ts is missing: secret",
  },
];

function mentionsOf(attach: Mentions["attach"] = async () => attached): Mentions & { asked: MentionInput[] } {
  const asked: MentionInput[] = [];
  return {
    asked,
    attach(input) {
      asked.push(input);
      return attach(input);
    },
  };
}

test("what the words mention rides on them, is told before the request, and is sent again when resumed", async () => {
  const journal = memoryJournal();
  const mentions = mentionsOf();
  const words = "  look at @a.ts,\n\nand  @b.ts ";
  const agent = new Agent({ model: script([{ text: "Hi." }]), mentions, journal, sessionId: "s1" });

  const events = await collect(agent.run(words, { mentions: true }));
  const model = script([{ text: "Sure." }]);
  await new Agent({ model, mentions, journal, sessionId: "s1" }).chat("later");

  const [first] = lastRequest(model).messages;
  expect(first).toEqual({
    role: "user",
    content: [{ type: "text", text: words }],
    notes: attached.map(({ note }) => note),
    provenance: page,
  });
  const types = events.map(({ type }) => type);
  expect(types.slice(0, types.indexOf("request-start"))).toEqual([
    "turn-start",
    ...attached.map(() => "mention"),
    "message",
  ]);
  expect(mentions.asked.map(({ text }) => text)).toEqual([words]);
});

test("words that nobody is said to have typed mention nothing", async () => {
  const mentions = mentionsOf();
  const step = { calls: [{ name: "echo", arguments: { text: "a" } }] };
  const model = script([step, { text: "Hi." }]);
  const agent = new Agent({ model, mentions, tools: [echoTool()] });

  for await (const event of agent.run("@url:https://evil.example/?q=secret"))
    if (event.type === "request-start") agent.steer("@a.ts");

  expect(mentions.asked).toEqual([]);
});

test("what is typed while a turn runs brings what it mentions along on the same result", async () => {
  const step = { calls: [{ name: "echo", arguments: { text: "a" } }] };
  const agent = new Agent({
    model: script([step, { text: "ok" }]),
    tools: [echoTool()],
    mentions: mentionsOf(),
  });

  for await (const event of agent.run("go"))
    if (event.type === "request-start" && event.round === 1) agent.steer("see @a.ts", { mentions: true });

  const [result] = toolMessages(agent.messages);
  expect(result?.notes).toEqual([
    "The user says while you work: see @a.ts",
    ...attached.map(({ note }) => note),
  ]);
  expect(result?.provenance).toEqual(page);
});

test("a session controller has what a person types looked at, at once and while a turn runs", async () => {
  const mentions = mentionsOf();
  const step = { calls: [{ name: "echo", arguments: { text: "a" } }] };
  const agent = new Agent({ model: script([step, { text: "ok" }]), tools: [echoTool()], mentions });
  const session = { id: "s1", agent, resumed: false, [Symbol.asyncDispose]: () => agent.close() };
  await using controller = new SessionController({ openSession: async () => session });
  await controller.open();

  for await (const event of controller.run("first @a.ts"))
    if (event.type === "request-start" && event.round === 1) controller.meanwhile("then @b.ts");

  expect(mentions.asked.map(({ text }) => text)).toEqual(["first @a.ts", "then @b.ts"]);
});

test("what fails is a warning, and the words are sent with the model told that something is missing", async () => {
  const model = script([{ text: "Hi." }]);
  const mentions = mentionsOf(async () => {
    throw new Error("no backend");
  });

  const events = await collect(new Agent({ model, mentions }).run("see @a.ts", { mentions: true }));

  expect(events).toContainEqual({
    type: "warning",
    code: "MENTIONS_FAILED",
    message: "Nothing was attached to your words: no backend",
  });
  expect(lastRequest(model).messages[0]).toMatchObject({ notes: [expect.stringContaining("could not be")] });
});

test("an interrupt while something is fetched ends the turn with the words in the history", async () => {
  const turn = new AbortController();
  const mentions = mentionsOf(({ signal }) => {
    turn.abort();
    return new Promise((_, reject) => {
      if (signal.aborted) reject(signal.reason);
    });
  });
  const agent = new Agent({ model: script([{ text: "Hi." }]), mentions });

  const events = await collect(agent.run("see @a.ts", { mentions: true, signal: turn.signal }));

  expect(endOf(events).reason).toBe("interrupted");
  expect(agent.messages).toEqual([{ role: "user", content: [{ type: "text", text: "see @a.ts" }] }]);
});

test("a remark with untrusted text on a result names its source", async () => {
  const step = { calls: [{ name: "echo", arguments: { text: "a" } }] };
  const agent = new Agent({
    model: script([step, { text: "ok" }]),
    tools: [echoTool()],
    remarks: [
      { noteAfterCall: () => "plain" },
      { noteAfterCall: async () => [{ text: "from a page", provenance: page }] },
      { noteAfterCall: () => undefined },
    ],
  });

  await collect(agent.run("go"));

  expect(toolMessages(agent.messages)[0]).toMatchObject({
    notes: ["plain", "from a page"],
    provenance: page,
  });
});

test("what the program says attaches nothing, recalls nothing, and is no task of the person's", async () => {
  const mentions = mentionsOf();
  const recalled: string[] = [];
  const tasks: (string | undefined)[] = [];
  const tool = defineTool({
    ...{ name: "look", toolset: "test", description: "Looks.", input: z.object({}) },
    async execute(_, { userTask }) {
      tasks.push(userTask);
      return "seen";
    },
  });
  const model = script([{ calls: [{ name: "look" }] }, { text: "Done." }]);
  const recall = {
    before: async ({ text }: { readonly text: string }) => (recalled.push(text), ""),
    after: ({ text }: { readonly text: string }) => void recalled.push(text),
  };
  const agent = new Agent({ model, mentions, recall, tools: [tool], journal: memoryJournal() });

  await collect(agent.run(noteText("Look at @a.ts."), { mentions: true }));

  expect([mentions.asked, recalled, tasks]).toEqual([[], [], [""]]);
});
