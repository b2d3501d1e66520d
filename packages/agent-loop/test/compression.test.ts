import { expect, test } from "vitest";
import { ModelError } from "@hermes/models";
import { Agent, memoryJournal } from "../src/index.ts";
import type { AgentHooks, CompressionInput, Compressor, Message, SessionJournal } from "../src/index.ts";
import { collect } from "../src/testing/index.ts";
import { echoTool, endOf, expectValid, spyJournal, toolMessages } from "./support.ts";
import { scripted } from "@hermes/models";

// A compression is the one thing that may move the prefix: these models are not under the prefix check.
const short: Message = { role: "user", content: [{ type: "text", text: "Summary: we spoke." }] };
const overflow = new ModelError("Too long.", {
  kind: "context-overflow",
  provider: "p",
  model: "m",
  retryable: false,
});

test("the compressor is asked before every request, with the tokens of the one before", async () => {
  const asked: CompressionInput[] = [];
  const compressor = { compress: async (input: CompressionInput) => (asked.push(input), undefined) };
  const model = scripted([
    {
      calls: [{ name: "echo", arguments: { text: "x" } }],
      usage: { inputTokens: 70, outputTokens: 7, cacheReadTokens: 0 },
    },
    { text: "ok" },
  ]);

  await new Agent({ model, tools: [echoTool()], compressor }).chat("a question of some length");

  expect(
    asked.map(({ reason, inputTokens, contextWindow }) => ({ reason, inputTokens, contextWindow })),
  ).toEqual([
    { reason: "threshold", inputTokens: 7, contextWindow: 128_000 },
    { reason: "threshold", inputTokens: 77, contextWindow: 128_000 },
  ]);
});

test("a shortened history is in the journal before it is sent, and is made valid", async () => {
  const journal = spyJournal();
  const orphan: Message = { role: "tool", callId: "gone", name: "echo", content: "{}" };
  let asked = 0;
  const compressor = { compress: async () => (asked++ === 0 ? [orphan, short] : undefined) };
  const model = scripted([{ text: "ok" }]);
  const agent = new Agent({ model, compressor, journal, sessionId: "s1" });

  const events = await collect(agent.run("Hi"));

  expect(events).toContainEqual(expect.objectContaining({ type: "compression", before: 1, after: 1 }));
  expect(model.requests[0]?.messages).toEqual([short]);
  expect((await journal.load("s1"))?.messages).toEqual(agent.messages);
});

test("when the provider refuses the size, the history is shortened and the request sent again", async () => {
  const compressor = {
    compress: async ({ reason }: CompressionInput) => (reason === "overflow" ? [short] : undefined),
  };
  const agent = new Agent({ model: scripted([{ error: overflow }, { text: "Fits." }]), compressor });

  expect(endOf(await collect(agent.run("Hi")))).toMatchObject({ reason: "answered", text: "Fits." });
});

test("a history that never fits ends the turn after two attempts", async () => {
  const compressor = {
    compress: async ({ reason }: CompressionInput) => (reason === "overflow" ? [short] : undefined),
  };
  const model = scripted(() => ({ error: overflow }));

  const end = endOf(await collect(new Agent({ model, compressor }).run("Hi")));

  expect(end).toMatchObject({ reason: "model-error", error: { code: "MODEL_CONTEXT_OVERFLOW" } });
  expect(model.requests).toHaveLength(3);
});

test("a compressor that fails is a warning, and the turn goes on", async () => {
  const compressor = { compress: async () => Promise.reject(new Error("no summary")) };
  const agent = new Agent({
    model: scripted([{ calls: [{ name: "echo", arguments: { text: "x" } }] }, { text: "ok" }]),
    tools: [echoTool()],
    compressor,
  });

  const events = await collect(agent.run("Hi"));

  expect(events.filter((event) => event.type === "warning")).toMatchObject([
    { code: "COMPRESSION_FAILED" },
    { code: "COMPRESSION_FAILED" },
  ]);
  expect(endOf(events).reason).toBe("answered");
  expect(toolMessages(agent.messages)).toHaveLength(1);
  expectValid(agent.messages);
});

test("after a compression the size of the history is estimated anew", async () => {
  const sizes: number[] = [];
  const compressor = {
    compress: async ({ inputTokens, reason }: CompressionInput) => {
      sizes.push(inputTokens);
      return reason === "overflow" || sizes.length === 2 ? [short] : undefined;
    },
  };
  const usage = { inputTokens: 9_000, outputTokens: 0, cacheReadTokens: 0 };
  const model = scripted([{ text: "one", usage }, { error: overflow }, { text: "two" }]);
  const agent = new Agent({ model, compressor });

  await agent.chat("a");
  await agent.chat("b");

  expect(sizes).toEqual([1, 9_000, 5, 5]);
});

/** Shortens once, before the request of this number, after asking what to keep. */
function shortensAt(number: number): { readonly kept: (string | undefined)[] } & Compressor {
  let asked = 0;
  const kept: (string | undefined)[] = [];
  return {
    kept,
    async compress({ keep }) {
      if (++asked !== number) return undefined;
      kept.push(await keep());
      return [short];
    },
  };
}

test("what has to be kept is found out once for each compression, and people see what was saved", async () => {
  const reasons: string[] = [];
  const beforeCompression: NonNullable<AgentHooks["beforeCompression"]> = async ({
    head,
    messages,
    reason,
  }) => {
    reasons.push(`${head.id} ${reason} ${messages.length}`);
    return { keep: "The door is blue.", saved: ["Likes tea."] };
  };
  const compressor = shortensAt(2);
  const model = scripted([{ text: "one" }, { text: "two" }]);
  const agent = new Agent({
    model,
    compressor,
    hooks: [{ name: "facts", beforeCompression }],
    sessionId: "s1",
  });

  await agent.chat("a");
  const events = await collect(agent.run("b"));

  expect(reasons).toEqual(["s1 threshold 3"]);
  expect(compressor.kept).toEqual(["The door is blue."]);
  const told = { type: "compression", before: 3, after: 1, saved: ["Likes tea."] };
  expect(events).toContainEqual(expect.objectContaining(told));
});

test("a compressor that asks for nothing loses nothing: what would be lost is saved before it takes effect", async () => {
  const order: string[] = [];
  const journal = spyJournal(({ type }) => void order.push(type));
  const before = async () => (order.push("saved"), {});
  const agent = new Agent({
    model: scripted([{ text: "ok" }]),
    compressor: { compress: async () => [short] },
    hooks: [{ name: "facts", beforeCompression: before }],
    journal,
  });

  await agent.chat("a");

  expect(order.slice(0, 4)).toEqual(["message", "saved", "compression", "request-start"]);
});

test("a compressor that fails again and again asks what to keep once", async () => {
  let asked = 0;
  const compressor = {
    compress: async ({ keep }: CompressionInput) => {
      await keep();
      throw new Error("no summary");
    },
  };
  const agent = new Agent({
    model: scripted([{ calls: [{ name: "echo", arguments: { text: "x" } }] }, { text: "ok" }]),
    tools: [echoTool()],
    compressor,
    hooks: [{ name: "facts", beforeCompression: async () => (asked++, {}) }],
  });

  await agent.chat("a");

  expect(asked).toBe(1);
});

test("after a compression the prompt is built anew, kept with it, and sent byte for byte when resumed", async () => {
  const journal = spyJournal();
  let built = 0;
  const prompt = async () => ({
    layers: [
      { kind: "identity", name: "i", text: "I am." },
      { kind: "memory", name: "memory", text: `Known: ${++built}` },
    ] as const,
  });
  const model = scripted([{ text: "one" }, { text: "two" }, { text: "three" }]);
  const options = { prompt: "Known: 0", journal, sessionId: "s1" };
  const agent = new Agent({ ...options, model, compressor: shortensAt(2), promptAfterCompression: prompt });
  for (const text of ["a", "b", "c"]) await agent.chat(text);

  const later = scripted([{ text: "four" }]);
  await new Agent({ ...options, model: later, promptAfterCompression: prompt }).chat("d");

  const [first, second, third] = model.requests.map(({ system }) => system);
  expect([first, second, third]).toEqual([
    "Known: 0",
    expect.stringMatching(/^I am\.\n\n.*Known: 1$/s),
    second,
  ]);
  expect(later.requests[0]?.system).toBe(second);
  expect(built).toBe(1);
});

test("what fails around a compression is a warning, and the history is shortened with the prompt as it was", async () => {
  const model = scripted([{ text: "ok" }]);
  const agent = new Agent({
    model,
    prompt: "As it was.",
    compressor: { compress: async ({ keep }) => ((await keep()) === undefined ? [short] : undefined) },
    hooks: [{ name: "facts", beforeCompression: async () => Promise.reject(new Error("no disk")) }],
    promptAfterCompression: async () => Promise.reject(new Error("no file")),
  });

  const events = await collect(agent.run("a"));

  expect(events.flatMap((event) => (event.type === "warning" ? [event.code] : []))).toEqual([
    "COMPRESSION_UNPREPARED",
    "COMPRESSION_PROMPT_STAYS",
  ]);
  expect(model.requests).toMatchObject([{ system: "As it was.", messages: [short] }]);
});

test("wherever the process dies around a compression, the session has the old history and prompt or the new ones", async () => {
  for (let diesAt = 1; diesAt <= 8; diesAt++) {
    const inner = memoryJournal();
    let writes = 0;
    const mortal: SessionJournal = {
      ...inner,
      append(...args) {
        if (++writes >= diesAt) throw new Error("dead");
        return inner.append(...args);
      },
    };
    const options = { prompt: "Old.", sessionId: "s1", promptAfterCompression: async () => "New." };
    const model = scripted([{ text: "one" }, { text: "two" }]);
    const agent = new Agent({ ...options, model, journal: mortal, compressor: shortensAt(2) });
    for (const text of ["a", "b"]) await collect(agent.run(text)).catch(() => undefined);

    const { head, messages = [] } = (await inner.load("s1")) ?? {};
    const isNew = messages.includes(short);
    expect([diesAt, head?.system]).toEqual([diesAt, isNew ? "New." : "Old."]);
    expect([diesAt, isNew]).toEqual([diesAt, diesAt > 6]);
  }
});

test("an interrupted turn does not ask the compressor", async () => {
  let asked = 0;
  const compressor = { compress: async () => (asked++, undefined) };

  const controller = new AbortController();
  const model = scripted([{ calls: [{ name: "echo", arguments: { text: "x" } }] }]);
  const events = new Agent({ model, tools: [echoTool()], compressor }).run("Hi", {
    signal: controller.signal,
  });

  for await (const event of events) if (event.type === "tool-call-end") controller.abort();

  expect(asked).toBe(1);
});

test("a compressor of one's own takes the place of the engine, and what it gives is made valid", async () => {
  const journal = spyJournal();
  const keepNewest: Compressor = {
    async compress({ messages, inputTokens, contextWindow, reason }) {
      if (reason === "threshold" && inputTokens < contextWindow * 0.7) return undefined;
      return messages.length <= 20 ? undefined : messages.slice(-20);
    },
  };
  const model = scripted(
    Array.from({ length: 40 }, (_, at) => ({
      calls: [{ name: "echo", arguments: { text: "x".repeat(400) + at } }],
    })),
    { contextWindow: 4_000 },
  );
  const agent = new Agent({ model, tools: [echoTool()], compressor: keepNewest, journal, sessionId: "s1" });

  const events = await collect(agent.run("Go."));

  expect(endOf(events).rounds).toBe(41);
  expect(events.filter(({ type }) => type === "compression").length).toBeGreaterThan(1);
  for (const { messages } of model.requests) expectValid(messages);
  expect((await journal.load("s1"))?.messages).toEqual(agent.messages);
});
