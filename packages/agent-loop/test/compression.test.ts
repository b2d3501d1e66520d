import { expect, test } from "vitest";
import { ModelError } from "@hermes/models";
import { Agent } from "../src/index.ts";
import type { CompressionInput, Message } from "../src/index.ts";
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

  expect(events).toContainEqual({ type: "compression", before: 1, after: 1 });
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
