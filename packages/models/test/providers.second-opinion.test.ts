import { LLMock } from "@copilotkit/aimock";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anthropicMessages, bedrock, gemini, ollama, openaiChat, openaiResponses } from "../src/index.ts";
import type { Message, Model, ModelEvent, ModelRequest } from "../src/index.ts";
import { collect, never } from "./support/models.ts";

// A server that strangers wrote: what we believe of the protocols is not all that is tested.
const mock = new LLMock({ port: 0 });
mock.onMessage("say hello", { content: "Hello there, wörld 🙂!" });
mock.onMessage("think", { content: "42", reasoning: "six by nine" });
mock.on(
  { userMessage: "list", hasToolResult: false },
  {
    toolCalls: [
      { id: "call_a", name: "terminal", arguments: '{"command":"ls -la"}' },
      { id: "call_b", name: "read_file", arguments: '{"path":"/tmp/ü"}' },
    ],
  },
);
mock.on({ userMessage: "list", hasToolResult: true }, { content: "Two files." });
mock.onMessage("limit", {
  error: { message: "Too fast", type: "rate_limit_error" },
  status: 429,
  retryAfter: 7,
});

beforeAll(async () => {
  await mock.start();
});
afterAll(async () => {
  await mock.stop();
});

const make: Readonly<Record<string, () => Model>> = {
  chat: () => openaiChat({ model: "gpt-5.2", baseUrl: `${mock.url}/v1`, apiKey: "k", retry: { retries: 0 } }),
  responses: () =>
    openaiResponses({ model: "gpt-5.2", baseUrl: `${mock.url}/v1`, apiKey: "k", retry: { retries: 0 } }),
  messages: () =>
    anthropicMessages({ model: "claude-sonnet-4-5", baseUrl: mock.url, apiKey: "k", retry: { retries: 0 } }),
  gemini: () =>
    gemini({ model: "gemini-2.5-pro", baseUrl: `${mock.url}/v1beta`, apiKey: "k", retry: { retries: 0 } }),
  ollama: () => ollama({ model: "qwen3", baseUrl: mock.url, retry: { retries: 0 } }),
  converse: () =>
    bedrock({
      model: "anthropic.claude-sonnet-4-5-20250929-v1:0",
      baseUrl: mock.url,
      apiKey: "k",
      retry: { retries: 0 },
    }),
};

const user = (text: string): Message => ({ role: "user", content: [{ type: "text", text }] });
const tools = ["terminal", "read_file"].map((name) => ({
  name,
  description: name,
  parameters: { type: "object" },
}));
const request = (...messages: Message[]): ModelRequest => ({ system: "You are Hermes.", tools, messages });
const textOf = (events: readonly ModelEvent[]): string =>
  events.map((event) => (event.type === "text-delta" ? event.text : "")).join("");

describe.each(Object.entries(make))("%s against a stranger's server", (name, makeModel) => {
  test("streams a text", async () => {
    const events = await collect(makeModel().stream(request(user("say hello")), { signal: never }));

    expect(textOf(events)).toBe("Hello there, wörld 🙂!");
    expect(events.filter((event) => event.type === "text-delta").length).toBeGreaterThan(1);
    expect(events.at(-1)).toMatchObject({ type: "finish", finishReason: "stop" });
  });

  // The mock gives Ollama's thoughts another name than Ollama does.
  test.skipIf(name === "ollama")("streams reasoning apart from the text", async () => {
    const events = await collect(makeModel().stream(request(user("think")), { signal: never }));

    const thoughts = events.map((event) => (event.type === "reasoning-delta" ? event.text : "")).join("");
    expect(thoughts).toBe("six by nine");
    expect(textOf(events)).toBe("42");
  });

  test("makes calls, takes their results and goes on", async () => {
    const model = makeModel();
    const question = user("list");
    const called = (await collect(model.stream(request(question), { signal: never }))).at(-1);
    if (called?.type !== "finish") throw new Error("There is no finish.");
    const calls = called.message.content.filter((part) => part.type === "tool-call");

    const results = calls.map((call): Message => ({
      role: "tool",
      callId: call.id,
      name: call.name,
      content: '{"ok":true}',
    }));
    const answer = await collect(
      model.stream(request(question, called.message, ...results), { signal: never }),
    );

    expect(called.finishReason).toBe("tool-calls");
    expect(calls.map((call) => [call.name, JSON.parse(call.arguments)])).toEqual([
      ["terminal", { command: "ls -la" }],
      ["read_file", { path: "/tmp/ü" }],
    ]);
    expect(textOf(answer)).toBe("Two files.");
  });

  test("tells a rate limit and how long it lasts", async () => {
    const reading = collect(makeModel().stream(request(user("limit")), { signal: never }));

    await expect(reading).rejects.toMatchObject({ kind: "rate-limit", status: 429, retryAfterMs: 7000 });
  });
});
