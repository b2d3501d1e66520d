import { expect, test } from "vitest";
import { anthropicMessages } from "../src/index.ts";
import type { Message, ModelRequest } from "../src/index.ts";
import { validateMessagesRequest } from "../src/testing/index.ts";
import { capturing } from "./support/models.ts";
import type { ModelUnderTest } from "./support/models.ts";

const model = "claude-sonnet-4-5";
const under: ModelUnderTest = {
  name: "messages",
  path: "/v1/messages",
  make: (options) => anthropicMessages({ model, apiKey: "k", ...options }),
  validate: validateMessagesRequest,
  origin: `anthropic-messages:api.anthropic.com:${model}`,
};
const request: ModelRequest = {
  system: "s",
  tools: [{ name: "terminal", description: "Run.", parameters: { type: "object", properties: {} } }],
  messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
};
const cache_control = { type: "ephemeral" };

const call = (id: string): Message => ({
  role: "assistant",
  content: [{ type: "tool-call", id, name: "terminal", arguments: "{}" }],
});
const result = (callId: string): Message => ({ role: "tool", callId, name: "terminal", content: "{}" });

/** Places of the marks, as indices of message and block. */
const marksIn = (body: Readonly<Record<string, unknown>>): readonly string[] =>
  (body["messages"] as { readonly content: readonly object[] }[]).flatMap(({ content }, index) =>
    content.flatMap((block, at) => ("cache_control" in block ? [`${index}.${at}`] : [])),
  );

test("each request marks where the one before ended, however many calls lie between, in one conversation and after a restart", async () => {
  const many = Array.from({ length: 30 }, (_, index) => `c${index}`);
  const calls: Message = {
    role: "assistant",
    content: many.map((id) => ({ type: "tool-call", id, name: "terminal", arguments: "{}" })),
  };
  const messages: Message[] = [...request.messages];
  const bodies: Readonly<Record<string, unknown>>[] = [];
  let last: string[] = [];
  const { body } = capturing(under);
  for (const step of [
    [call("a"), result("a")],
    [calls, ...many.map((id) => result(id))],
    [call("z"), result("z")],
  ]) {
    messages.push(...step);
    const sent = await body({ ...request, messages: [...messages] });
    expect(validateMessagesRequest(sent)).toEqual([]);
    bodies.push(JSON.parse(sent));
    expect(JSON.parse(await capturing(under).body({ ...request, messages: [...messages] }))).toEqual(
      bodies.at(-1),
    );
    const places = marksIn(bodies.at(-1) ?? {});
    expect(places).toHaveLength(2);
    if (last.length > 0) expect(places[0]).toBe(last.at(-1));
    last = [...places];
  }
  expect(last).toEqual(["4.29", "6.0"]);
});

test("marks the tools, so that another system prompt leaves them in the cache", async () => {
  const body: Record<string, unknown> = JSON.parse(await capturing(under).body(request));

  expect(body["tools"]).toEqual([expect.objectContaining({ name: "terminal", cache_control })]);
});

test("with a time to live of an hour every mark says so, and a reservation counts on its price", async () => {
  const model = anthropicMessages({ model: "claude-sonnet-4-5", apiKey: "k", cacheTtl: "1h" });
  const { body } = capturing({
    ...under,
    make: (options) =>
      anthropicMessages({ model: "claude-sonnet-4-5", apiKey: "k", cacheTtl: "1h", ...options }),
  });

  const sent = await body({ ...request, messages: [...request.messages, call("a"), result("a")] });

  expect(validateMessagesRequest(sent)).toEqual([]);
  expect(sent.match(/"cache_control":\{"type":"ephemeral","ttl":"1h"\}/g)).toHaveLength(4);
  expect(sent.match(/"cache_control"/g)).toHaveLength(4);
  expect(model.cacheTtlMs).toBe(3_600_000);
  expect(model.price?.cacheWrite1h).toBe(2 * (model.price?.input ?? Number.NaN));
});
