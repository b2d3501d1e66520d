import type { Message } from "@hermes/models";
import { estimateRequestTokens } from "@hermes/models";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createCompressor } from "../src/compression/index.ts";
import { Agent, contextUsage, memoryJournal } from "../src/index.ts";
import type { ContextUsage, PromptLayer } from "../src/index.ts";
import { echoTool, script } from "./support.ts";

const layers: readonly PromptLayer[] = [
  { kind: "context", name: "AGENTS.md", text: "Use tabs." },
  { kind: "skills", name: "skills", text: "- deploy: how to" },
  { kind: "environment", name: "environment", text: "Linux." },
];
const model = { id: "m", contextWindow: 100_000, maxOutputTokens: 10_000 };
const sum = ({ parts }: ContextUsage): number => parts.reduce((total, { tokens }) => total + tokens, 0);
const sizeOf = (usage: ContextUsage, kind: string): number =>
  usage.parts.filter((part) => part.kind === kind).reduce((total, { tokens }) => total + tokens, 0);

const history: readonly Message[] = [
  {
    role: "user",
    content: [{ type: "text", text: "Look at the files." }],
    notes: ["A skill of many words here."],
  },
  {
    role: "assistant",
    content: [
      { type: "reasoning", text: "Let me think about it." },
      { type: "text", text: "I look." },
      { type: "tool-call", id: "a", name: "echo", arguments: '{"text":"x"}' },
    ],
  },
  { role: "tool", callId: "a", name: "echo", content: "x".repeat(400) },
];

test("the parts are the layers, the toolsets, and the kinds of message, and they add up", () => {
  const usage = contextUsage({
    head: {
      system: "You are.\n\nUse tabs.",
      tools: [{ name: "echo", description: "", parameters: {} }],
      layout: [
        { kind: "identity", name: "SOUL.md", chars: 10 },
        { kind: "context", name: "AGENTS.md", chars: 9 },
      ],
    },
    messages: history,
    ...{ model, toolsetOf: () => "test", condenseAt: 72_000 },
  });

  expect(usage.parts.map(({ group, kind, name }) => `${group} ${kind} ${name}`)).toEqual([
    "prompt identity SOUL.md",
    "prompt context AGENTS.md",
    "tools toolset test",
    "messages result echo",
    "messages person person",
    "messages call call",
    "messages note note",
    "messages reasoning reasoning",
    "messages answer answer",
  ]);
  expect(usage).toMatchObject({ counted: false, outputReserve: 10_000, condenseAt: 72_000 });
  expect(sum(usage)).toBe(usage.tokens);
  expect(usage.free).toBe(72_000 - usage.tokens);
});

test("where the layout is not that of the prompt, the prompt is one part", () => {
  const head = { system: "You are.", tools: [], layout: [{ kind: "identity", name: "SOUL.md", chars: 7 }] };

  const { parts } = contextUsage({ head, messages: [], model, toolsetOf: () => undefined });

  expect(parts).toEqual([{ group: "prompt", kind: "prompt", name: "prompt", tokens: 2 }]);
});

test("any history: the parts add up to the estimate of the request, or to what the provider counted", () => {
  const words = fc.record({
    role: fc.constant("user" as const),
    content: fc.array(fc.record({ type: fc.constant("text" as const), text: fc.string() })),
    notes: fc.option(fc.array(fc.string()), { nil: undefined }),
  });
  const result = fc.record({
    role: fc.constant("tool" as const),
    ...{ callId: fc.string(), name: fc.constantFrom("terminal", "read_file"), content: fc.string() },
  });
  fc.assert(
    fc.property(fc.array(fc.oneof(words, result)), fc.nat(), fc.string(), (messages, counted, system) => {
      const head = { system, tools: [] };
      const input = { head, messages, model, toolsetOf: () => undefined };

      const estimated = contextUsage(input);
      const scaled = contextUsage({ ...input, contextTokens: counted });

      expect(sum(estimated)).toBe(estimated.tokens);
      expect(estimated.tokens).toBe(estimateRequestTokens({ ...head, messages }));
      const most = Math.max(1, estimated.tokens) * 2;
      if (scaled.counted) expect(scaled.tokens).toBeGreaterThanOrEqual(counted);
      if (messages.length === 0)
        expect(scaled.counted).toBe(
          counted > 0 && estimated.tokens > 0 && counted >= estimated.tokens / 2 && counted <= most,
        );
      expect(sum(scaled)).toBe(scaled.tokens);
      if (!scaled.counted) expect(scaled).toEqual(estimated);
      expect(scaled.parts.every(({ tokens }) => tokens >= 0)).toBe(true);
    }),
  );
});

test("a session that nobody spoke in says what it would begin with, and writes nothing", async () => {
  const journal = memoryJournal();
  const scripted = script([{ text: "Hello." }]);
  const agent = new Agent({
    ...{ model: scripted, journal, sessionId: "s" },
    tools: [echoTool()],
    prompt: { layers },
  });

  const before = await agent.context();

  expect(journal.load("s")).toBeUndefined();
  expect(before.parts.map(({ name }) => name)).toEqual([
    ...["default identity", "default guidance", "AGENTS.md", "skills", "environment"],
    expect.any(String),
  ]);
  await agent.chat("Hi");
  const after = await agent.context();
  expect(after.counted).toBe(true);
  expect(sizeOf(after, "person")).toBeGreaterThan(0);
});

test("a resumed session knows its layers, also those that a compression brought", async () => {
  const journal = memoryJournal();
  const scripted = script([{ text: "One." }, { text: "Two." }]);
  const later = [{ kind: "memory" as const, name: "MEMORY.md", text: "Learned." }];
  const agent = new Agent({
    ...{ model: scripted, journal, sessionId: "s", prompt: { layers } },
    compressor: {
      compress: async ({ messages, reason }) => (reason === "manual" ? messages.slice(-1) : undefined),
    },
    promptAfterCompression: async () => ({ layers: later }),
  });
  await agent.chat("Hi");
  const names = async (): Promise<readonly string[]> =>
    (await new Agent({ model: scripted, journal, sessionId: "s" }).context()).parts
      .filter(({ group }) => group === "prompt")
      .map(({ name }) => name);

  const before = await names();
  for await (const _ of agent.compress()) void _;

  expect(before).toEqual(["default identity", "AGENTS.md", "skills", "environment"]);
  expect(await names()).toEqual(["default identity", "MEMORY.md"]);
});

test("what a hook adds behind the prompt is a part, and where it rewrites the prompt the layers are not known", async () => {
  const partsWith = async (change: (system: string) => string): Promise<readonly string[]> => {
    const hooks = [{ name: "team", prompt: change }];
    const agent = new Agent({ model: script([]), prompt: { layers }, hooks });
    return (await agent.context()).parts.map(({ kind }) => kind);
  };

  expect(await partsWith((system) => `${system}\n\nBe kind.`)).toEqual([
    ...["identity", "context", "skills", "environment", "hook"],
  ]);
  expect(await partsWith(() => "Something else.")).toEqual(["prompt"]);
});

test("it says from which size on the conversation is condensed, where that happens by itself", async () => {
  const limitWith = async (enabled: boolean): Promise<number | undefined> => {
    const agent = new Agent({ model: script([]), compressor: createCompressor({ enabled, threshold: 0.5 }) });
    const { condenseAt, contextWindow, outputReserve } = await agent.context();
    return condenseAt === undefined ? undefined : condenseAt / (contextWindow - outputReserve);
  };

  expect(await limitWith(true)).toBeCloseTo(0.5, 3);
  expect(await limitWith(false)).toBeUndefined();
});

test("the person is told once what a prompt has no room for", async () => {
  const warnings: string[] = [];
  const long = { kind: "skills" as const, name: "skills", text: "- a skill\n".repeat(2_000) };
  const agent = new Agent({
    ...{ model: script([{ text: "One." }]), prompt: { layers: [long], budget: { layers: { skills: 200 } } } },
    compressor: {
      compress: async ({ messages, reason }) => (reason === "manual" ? messages.slice(-1) : undefined),
    },
    promptAfterCompression: async () => ({ layers: [long], budget: { layers: { skills: 200 } } }),
    onWarning: (message) => warnings.push(message),
  });
  await agent.chat("Hi");
  for await (const event of agent.compress()) if (event.type === "warning") warnings.push(event.message);

  expect(warnings).toEqual([expect.stringContaining("no room for all of skills (shortened)")]);
});
