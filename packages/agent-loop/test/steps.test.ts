import { expect, test } from "vitest";
import { scripted } from "@hermes/models";
import { z } from "zod";
import type { AgentEvent } from "../src/index.ts";
import { Agent, defineTool } from "../src/index.ts";
import { collect } from "../src/testing/index.ts";
import {
  echoTool,
  endOf,
  expectValid,
  lastRequest,
  script,
  spyJournal,
  toolMessages,
  toolThat,
} from "./support.ts";

const call = (name: string, args: object = {}) => ({ calls: [{ name, arguments: { ...args } }] });
const look = toolThat("look", () => ({ seen: true }));

test.each([
  [{ toolChoice: "required" as const }, ["required", "auto"]],
  [{ toolChoice: { tool: "look" } }, [{ tool: "look" }, "auto"]],
  [{ toolChoice: "none" as const }, ["none", "none"]],
  [{}, ["auto", "auto"]],
])("with %j the requests of a turn choose tools as %j", async (asked, expected) => {
  const model = script([call("look"), { text: "Done." }]);

  await new Agent({ model, tools: [look] }).chat("go", asked);

  expect(model.requests.map(({ toolChoice }) => toolChoice)).toEqual(expected);
});

test("at the end of the budget no tool may be chosen, whatever was asked", async () => {
  const model = script([call("look"), { text: "Done." }]);

  await new Agent({ model, tools: [look], maxRounds: 1, toolChoice: "required" }).chat("go");

  expect(model.requests.map(({ toolChoice }) => toolChoice)).toEqual(["required", "none"]);
});

test("how words are chosen is said to the agent, and a turn says it otherwise", async () => {
  const model = script([{ text: "a" }, { text: "b" }, { text: "c" }]);
  const agent = new Agent({ model, temperature: 0.2, topP: 0.9, seed: 7, stop: ["END"] });

  await agent.chat("go");
  await agent.chat("go", { temperature: 1, stop: [] });
  await collect(agent.continue({ seed: 8 }));

  expect(model.requests).toMatchObject([
    { temperature: 0.2, topP: 0.9, seed: 7, stop: ["END"] },
    { temperature: 1, topP: 0.9, seed: 7, stop: [] },
    { temperature: 0.2, topP: 0.9, seed: 8, stop: ["END"] },
  ]);
});

test("a step gets another model, which usage, journal and prefix name", async () => {
  const journal = spyJournal();
  const cheap = script([call("look")], { id: "cheap" });
  const strong = script([{ text: "Done." }], { id: "strong" });
  const agent = new Agent({
    ...{ journal, model: cheap, tools: [look] },
    prepareStep: ({ round, model }) => {
      expect(model).toBe(cheap);
      return round === 2 ? { model: strong, reasoningEffort: "high", temperature: 0 } : undefined;
    },
  });

  expect(await agent.chat("go")).toBe("Done.");
  expect(lastRequest(strong)).toMatchObject({ reasoningEffort: "high", temperature: 0 });
  const written = journal.entries.flatMap((entry): readonly unknown[] =>
    entry.type === "request-start" ? [entry.model] : entry.type === "message" && entry.prefix ? [entry] : [],
  );
  expect(written).toMatchObject([
    "cheap",
    { model: "cheap", prefix: { model: "cheap" } },
    "strong",
    { model: "strong", prefix: { model: "strong", change: "model" } },
  ]);
});

test("a step describes some of the tools, the others can't be called, and the same ones are the same list", async () => {
  // Another list of tools is another prefix.
  const model = scripted([call("echo", { text: "a" }), call("look"), call("look"), { text: "Done." }]);
  const agent = new Agent({
    ...{ model, tools: [look, echoTool()] },
    prepareStep: ({ round }) => (round < 3 ? { tools: ["echo"] } : undefined),
  });

  await agent.chat("go");

  const lists = model.requests.map(({ tools }) => tools);
  expect(lists[0]?.map(({ name }) => name)).toEqual(["echo"]);
  expect(lists[1]).toBe(lists[0]);
  expect(lists[3]?.map(({ name }) => name)).toEqual(["echo", "look"]);
  const results = toolMessages(agent.messages).map(({ content }) => content);
  expect(results).toEqual(['{"text":"a"}', expect.stringContaining("No tool"), '{"seen":true}']);
});

test("what a step is told: round, history, usage", async () => {
  const rounds: unknown[] = [];
  const model = script([call("look"), { text: "Done." }]);
  const agent = new Agent({
    ...{ model, tools: [look] },
    prepareStep: async ({ round, messages, usage }) => {
      rounds.push([round, messages.length, usage.outputTokens > 0]);
    },
  });

  await agent.chat("go");

  expect(rounds).toEqual([
    [1, 1, false],
    [2, 3, true],
  ]);
});

test.each([
  ["prepareStep throws", { prepareStep: () => Promise.reject(new Error("no idea")) }, "no idea"],
  [
    "prepareStep names a tool that is not there",
    { prepareStep: () => ({ tools: ["lok"] }) },
    'did you mean "look"?',
  ],
  [
    "stopWhen throws",
    {
      stopWhen: () => {
        throw new Error("broken");
      },
    },
    "broken",
  ],
])("where %s, the turn ends as refused and says so", async (_, options, reason) => {
  const agent = new Agent({ model: script(() => call("look")), tools: [look], ...options });

  const end = endOf(await collect(agent.run("go")));

  expect(end).toMatchObject({ reason: "refused", error: { code: "TURN_STEP_FAILED" } });
  expect(end.error?.message).toContain(reason);
  expectValid(agent.messages);
});

test("an interrupt ends the wait for a step that never comes", async () => {
  const controller = new AbortController();
  const agent = new Agent({
    model: script([]),
    prepareStep: () => {
      controller.abort();
      return new Promise<undefined>(() => undefined);
    },
  });

  expect(endOf(await collect(agent.run("go", { signal: controller.signal }))).reason).toBe("interrupted");
});

test("a turn stops where the program says, after the results are there, and goes on from there", async () => {
  const model = script([call("echo", { text: "1" }), call("echo", { text: "2" }), { text: "Done." }]);
  const agent = new Agent({
    ...{ model, tools: [echoTool()] },
    stopWhen: ({ calls, rounds, messages }) => {
      expect(messages.at(-1)).toMatchObject({ role: "tool", callId: calls[0]?.id });
      return rounds === 2;
    },
  });

  expect(endOf(await collect(agent.run("go")))).toMatchObject({ reason: "stopped", rounds: 2 });
  expectValid(agent.messages);
  expect(endOf(await collect(agent.continue()))).toMatchObject({ reason: "answered", text: "Done." });
});

test("data that were asked for and did not come are an error of chat", async () => {
  const agent = new Agent({ model: script([call("look")]), tools: [look], stopWhen: () => true });

  await expect(agent.chat("go", { output: z.object({}) })).rejects.toMatchObject({ code: "OUTPUT_MISSING" });
});

test("arguments of calls stream under the ids that the calls have in the history, also where these are made fresh", async () => {
  const calls = [
    { id: "call_0", name: "echo", arguments: { text: "one and more" } },
    { id: "call_1", name: "echo", arguments: { text: "two" } },
  ];
  const model = script([{ calls }, { calls }, { text: "Done." }]);
  const agent = new Agent({ model, tools: [echoTool()] });

  const events = await collect(agent.run("go"));

  const streamed = new Map<string, string>();
  for (const event of events)
    if (event.type === "tool-call-delta")
      streamed.set(event.callId, (streamed.get(event.callId) ?? "") + event.arguments);
  const made = agent.messages.flatMap((message) =>
    message.role === "assistant" ? message.content.filter((part) => part.type === "tool-call") : [],
  );
  expect([...streamed]).toEqual(made.map((part) => [part.id, part.arguments]));
  expect([...streamed.keys()]).toEqual(["call_0", "call_1", "call_0-2", "call_1-2"]);
});

test("a call whose attempt broke off starts anew under the same id", async () => {
  const model = script([
    {
      events: [
        { type: "tool-call-start", id: "c", name: "echo" },
        { type: "tool-call-delta", id: "c", arguments: '{"te' },
        { type: "restart", reason: "broke off" },
      ],
      calls: [{ id: "c", name: "echo", arguments: { text: "x" } }],
    },
    { text: "Done." },
  ]);

  const events = await collect(new Agent({ model, tools: [echoTool()] }).run("go"));

  const types = events.map(({ type }) => type);
  const after = events.slice(types.indexOf("text-restart"));
  const text = after.map((event) => (event.type === "tool-call-delta" ? event.arguments : "")).join("");
  expect(text).toBe('{"text":"x"}');
  expect(
    new Set(events.flatMap((event) => (event.type === "tool-call-delta" ? [event.callId] : []))),
  ).toEqual(new Set(["c"]));
});

/** What the events of a turn say about the one call that it makes. */
async function callOf(execute: () => unknown, args: object = {}): Promise<readonly unknown[]> {
  const input = z.object({ count: z.int().default(1) });
  const tool = defineTool({ name: "make", description: "", input, maxResultChars: 2_000, execute });
  const model = script([call("make", args), { text: "Done." }]);
  const events: readonly AgentEvent[] = await collect(new Agent({ model, tools: [tool] }).run("go"));
  return events.flatMap((event) =>
    event.type === "tool-call-start" ? [event.input] : event.type === "tool-call-end" ? [event.output] : [],
  );
}

test.each([
  ["an object", () => ({ a: [1] }), { a: [1] }],
  ["a text", () => "plain", "plain"],
  ["an object that looks like a wrapped text", () => ({ result: "plain" }), { result: "plain" }],
  ["a date", () => new Date(0), "1970-01-01T00:00:00.000Z"],
  ["what is too long for the session", () => ({ text: "x".repeat(5_000) }), { text: "x".repeat(5_000) }],
  ["a failure", () => ({ error: "no" }), undefined],
])("the end of a call has what the tool returned: %s", async (_, execute, output) => {
  expect(await callOf(execute)).toEqual([{ count: 1 }, output]);
});

test("the start of a call has the arguments as the tool takes them, and none where they do not fit", async () => {
  expect(await callOf(() => 1, { count: "3" })).toEqual([{ count: 3 }, 1]);
  expect(await callOf(() => 1, { count: "many" })).toEqual([undefined, undefined]);
});
