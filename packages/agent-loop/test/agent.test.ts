import { describe, expect, test } from "vitest";
import { ModelError } from "@hermes/models";
import { Agent, ToolRegistry, allowAll } from "../src/index.ts";
import type { AgentEvent } from "../src/index.ts";
import { collect } from "../src/testing/index.ts";
import {
  echoTool,
  endOf,
  expectValid,
  modelOf,
  finish,
  parsed,
  script,
  spyJournal,
  toolMessages,
  toolThat,
} from "./support.ts";

test("a turn without tools yields the text and ends as answered", async () => {
  const agent = new Agent({ model: script([{ text: "Hello there, friend." }]) });

  const events = await collect(agent.run("Hi"));

  const text = events.map((event) => (event.type === "text-delta" ? event.text : "")).join("");
  expect(text).toBe("Hello there, friend.");
  expect(endOf(events)).toMatchObject({ reason: "answered", text: "Hello there, friend.", rounds: 1 });
  expect(events.map((event) => event.type).filter((type) => type !== "text-delta")).toEqual([
    "turn-start",
    "message",
    "request-start",
    "request-end",
    "message",
    "turn-end",
  ]);
});

test("a tool's result goes back to the model and the next answer ends the turn", async () => {
  const model = script([
    { text: "Let me see.", calls: [{ name: "echo", arguments: { text: "x" } }] },
    { text: "It is x." },
  ]);
  const agent = new Agent({ model, tools: [echoTool()] });

  const events = await collect(agent.run("What is it?"));

  expect(endOf(events)).toMatchObject({ reason: "answered", text: "It is x.", rounds: 2 });
  expect(parsed(toolMessages(model.requests[1]?.messages ?? [])[0])).toEqual({ text: "x" });
  expect(events.filter((event) => event.type === "tool-call-end")).toMatchObject([
    { name: "echo", isError: false },
  ]);
  expectValid(agent.messages);
});

test("every request carries the same head objects and one live history", async () => {
  const model = script([
    { calls: [{ name: "echo", arguments: { text: "x" } }] },
    { text: "a" },
    { text: "b" },
  ]);
  const agent = new Agent({ model, tools: [echoTool()] });

  await agent.chat("one");
  await agent.chat("two");

  expect(new Set(model.requests.map((request) => request.tools)).size).toBe(1);
  expect(new Set(model.requests.map((request) => request.system)).size).toBe(1);
});

test("a call of a tool that was never offered is refused, although the registry has it", async () => {
  let ran = 0;
  const registry = new ToolRegistry({ guard: allowAll });
  registry.register(echoTool(), { ...toolThat("secret", () => (ran++, {})), toolset: "hidden" });
  const model = script([{ calls: [{ name: "secret" }] }, { text: "ok" }]);
  const agent = new Agent({ model, tools: registry, toolsets: { enabled: ["test"] } });

  await agent.chat("go");

  expect(ran).toBe(0);
  expect(toolMessages(agent.messages)[0]?.content).toContain('No tool \\"secret\\"');
});

test("an unknown tool is answered with what exists", async () => {
  const model = script([{ calls: [{ name: "nope" }] }, { text: "ok" }]);
  const agent = new Agent({ model, tools: [echoTool()] });

  await agent.chat("go");

  expect(toolMessages(agent.messages)[0]).toMatchObject({
    isError: true,
    content: expect.stringContaining("echo"),
  });
});

test("when the budget ends, one final answer is requested without tools and with the same definitions", async () => {
  const model = script((_request, index) =>
    index < 3 ? { calls: [{ name: "echo", arguments: { text: String(index) } }] } : { text: "This far." },
  );
  const agent = new Agent({ model, tools: [echoTool()], maxRounds: 3 });

  const events = await collect(agent.run("go"));

  expect(endOf(events)).toMatchObject({ reason: "budget-exhausted", text: "This far.", rounds: 4 });
  expect(model.requests.map((request) => request.toolChoice)).toEqual(["auto", "auto", "auto", "none"]);
  expect(model.requests[3]?.tools).toBe(model.requests[0]?.tools);
  expect(toolMessages(agent.messages).map((message) => message.notes?.length ?? 0)).toEqual([0, 0, 1]);
  expect(endOf(events)).not.toHaveProperty("error");
});

test("a model that calls tools in its final answer gets them refused", async () => {
  const model = script(() => ({ calls: [{ name: "echo", arguments: { text: "again" } }] }));
  const agent = new Agent({ model, tools: [echoTool()], maxRounds: 1 });

  const end = endOf(await collect(agent.run("go")));

  expect(end.reason).toBe("budget-exhausted");
  expect(toolMessages(agent.messages).at(-1)?.content).toContain("budget");
  expectValid(agent.messages);
});

test("a model error ends the turn with its code and hint, and the user's message stays", async () => {
  const error = new ModelError("The key was refused.", {
    kind: "auth",
    provider: "p",
    model: "m",
    retryable: false,
    hint: "Check the key.",
  });
  const agent = new Agent({ model: script([{ error }, { text: "Now it works." }]) });

  const end = endOf(await collect(agent.run("Hi")));
  const again = endOf(await collect(agent.continue()));

  expect(end).toMatchObject({
    reason: "model-error",
    error: { code: "MODEL_AUTH", message: "The key was refused.", hint: "Check the key." },
  });
  expect(again).toMatchObject({ reason: "answered", text: "Now it works." });
  expect(agent.messages.map((message) => message.role)).toEqual(["user", "assistant"]);
});

test("text shown before a model error stays in the history", async () => {
  const agent = new Agent({ model: script([{ text: "Half an answer", error: new Error("socket closed") }]) });

  const end = endOf(await collect(agent.run("Hi")));

  expect(end).toMatchObject({
    reason: "model-error",
    text: "Half an answer",
    error: { code: "MODEL_UNKNOWN", message: "socket closed" },
  });
  expect(agent.messages.at(-1)).toEqual({
    role: "assistant",
    content: [{ type: "text", text: "Half an answer" }],
  });
});

test("a stream that ends without a finish is a model error, not an answer", async () => {
  const model = modelOf(async function* () {
    yield { type: "text-delta", text: "so" };
  });

  const end = endOf(await collect(new Agent({ model }).run("Hi")));

  expect(end).toMatchObject({ reason: "model-error", error: { code: "MODEL_STREAM_ENDED" } });
});

test("text that a retry made void is not in the answer", async () => {
  const model = modelOf(async function* () {
    yield { type: "text-delta", text: "Wrong" };
    yield { type: "restart", reason: "the stream broke" };
    yield { type: "text-delta", text: "Right" };
    yield finish("Right");
  });
  const agent = new Agent({ model });

  const events = await collect(agent.run("Hi"));

  expect(endOf(events).text).toBe("Right");
  expect(events.some((event) => event.type === "text-restart")).toBe(true);
});

test("chat throws what ended the turn when there is no text to give", async () => {
  const agent = new Agent({ model: script([]) });

  await expect(agent.chat("Hi")).rejects.toMatchObject({ code: "MODEL_BAD_REQUEST" });
});

test("a second turn while one runs is refused", async () => {
  const agent = new Agent({ model: script([{ text: "one" }]) });
  const first = agent.run("a");
  await first.next();

  await expect(agent.run("b").next()).rejects.toMatchObject({ code: "AGENT_BUSY" });
  await collect(first);
});

test("the next turn may start as soon as turn-end is seen", async () => {
  const agent = new Agent({ model: script([{ text: "one" }, { text: "two" }]) });
  const texts: string[] = [];

  for await (const event of agent.run("a")) {
    if (event.type === "turn-end") texts.push(event.text, await agent.chat("b"));
  }

  expect(texts).toEqual(["one", "two"]);
});

test("usage of all requests adds up in the turn and in the agent", async () => {
  const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0 };
  const model = script([
    { calls: [{ name: "echo", arguments: { text: "x" } }], usage },
    { text: "a", usage },
    { text: "b", usage },
  ]);
  const agent = new Agent({ model, tools: [echoTool()] });

  const end = endOf(await collect(agent.run("one")));
  await agent.chat("two");

  expect(end.usage).toMatchObject({ inputTokens: 20, outputTokens: 10 });
  expect(agent.usage).toMatchObject({ inputTokens: 30, outputTokens: 15 });
});

test("close interrupts the turn and releases what the tools hold for the session, once", async () => {
  const released: string[] = [];
  const tool = { ...echoTool(), cleanup: (taskId: string) => void released.push(taskId) };
  const agent = new Agent({
    model: script([{ text: "Thinking", hang: true }]),
    tools: [tool],
    sessionId: "s1",
  });
  const events: AgentEvent[] = [];
  let closing: Promise<void> | undefined;

  for await (const event of agent.run("Hi")) {
    events.push(event);
    if (event.type === "text-delta") closing ??= agent.close();
  }
  await closing;
  await agent.close();

  expect(endOf(events).reason).toBe("interrupted");
  expect(released).toEqual(["s1"]);
  await expect(agent.chat("more")).rejects.toMatchObject({ code: "AGENT_CLOSED" });
});

test("a fault of the journal is thrown, and the next turn reads the history from it", async () => {
  let broken = true;
  const journal = spyJournal((entry) => {
    if (broken && entry.type === "message" && entry.message.role === "tool") throw new Error("disk full");
  });
  const model = script([{ calls: [{ name: "echo", arguments: { text: "x" } }] }, { text: "Better." }]);
  const agent = new Agent({ model, tools: [echoTool()], journal });

  await expect(collect(agent.run("go"))).rejects.toThrow("disk full");
  broken = false;
  await agent.chat("again");

  expectValid(agent.messages);
  expect(toolMessages(agent.messages)[0]?.content).toContain("outcome unknown");
});

test("ids that a server uses again are made unique", async () => {
  const model = script([
    {
      calls: [
        { id: "call_0", name: "echo", arguments: { text: "a" } },
        { id: "call_0", name: "echo", arguments: { text: "b" } },
      ],
    },
    { calls: [{ id: "call_0", name: "echo", arguments: { text: "c" } }] },
    { text: "done" },
  ]);
  const agent = new Agent({ model, tools: [echoTool()] });

  await agent.chat("go");

  expect(toolMessages(agent.messages).map((message) => [message.callId, parsed(message)])).toEqual([
    ["call_0", { text: "a" }],
    ["call_0-2", { text: "b" }],
    ["call_0-3", { text: "c" }],
  ]);
  expectValid(agent.messages);
});

test("a limit that is not positive is refused at construction", () => {
  expect(() => new Agent({ model: script([]), maxRounds: 0 })).toThrow(
    expect.objectContaining({ code: "AGENT_OPTION_INVALID" }),
  );
});

test("a slow reader holds the model back (backpressure)", async () => {
  let sent = 0;
  const model = modelOf(async function* () {
    for (; sent < 50_000; sent++) yield { type: "text-delta", text: "x" };
    yield finish("x");
  });
  const events = new Agent({ model }).run("go");

  for (let taken = 0; taken < 10; taken++) await events.next();
  await new Promise((resolve) => setImmediate(resolve));

  expect(sent).toBeLessThan(2_000);
  expect(endOf(await collect(events)).reason).toBe("answered");
  expect(sent).toBe(50_000);
});

describe("a session that changes its model", () => {
  test("goes on with the other one from the next turn on, under its name, with the same prompt and history", async () => {
    const first = script([{ text: "I am one." }]);
    const second = script([{ text: "I am two." }], { id: "two" });
    const journal = spyJournal();
    const agent = new Agent({ model: first, journal, prompt: "Be brief." });
    await agent.chat("Who are you?");

    agent.use({ model: second, reasoningEffort: "max" });
    await agent.chat("And now?");

    expect(second.requests[0]).toMatchObject({ system: "Be brief.", reasoningEffort: "max" });
    expect(second.requests[0]?.messages.slice(0, 3)).toEqual(agent.messages.slice(0, 3));
    expect(agent.model).toEqual({ model: second, reasoningEffort: "max" });
    agent.use({ reasoningEffort: undefined });
    expect(agent.model).toEqual({ model: second, reasoningEffort: undefined });
  });

  test("lets a turn that runs end with the model it began with", async () => {
    const second = script([{ text: "Two." }], { id: "two" });
    const tool = toolThat("swap", async () => {
      agent.use({ model: second });
      return "swapped";
    });
    const first = script([{ calls: [{ name: "swap", arguments: {} }] }, { text: "Still one." }]);
    const agent: Agent = new Agent({ model: first, tools: [tool] });

    expect(await agent.chat("Swap")).toBe("Still one.");
    expect(await agent.chat("Now?")).toBe("Two.");
  });
});
