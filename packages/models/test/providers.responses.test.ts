import type { ResponseStreamEvent } from "openai/resources/responses/responses";
import { describe, expect, test } from "vitest";
import { openaiResponses } from "../src/index.ts";
import type { ModelEvent, ModelRequest, OpenaiResponsesOptions } from "../src/index.ts";
import { startScriptedServer } from "../src/testing/index.ts";
import { collect, never } from "./support/models.ts";

const tools = [{ name: "terminal", description: "Run.", parameters: { type: "object", properties: {} } }];
const request: ModelRequest = {
  system: "s",
  tools,
  messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
};

interface LooseEvent {
  readonly type: ResponseStreamEvent["type"];
  readonly [key: string]: unknown;
}

function sse(...events: readonly LooseEvent[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

async function answered(...events: readonly LooseEvent[]): Promise<ModelEvent[]> {
  await using server = await startScriptedServer({ script: [{ raw: sse(...events) }] });
  const model = openaiResponses({
    model: "m",
    baseUrl: server.openaiUrl,
    retry: { retries: 0, streamRetries: 0 },
  });
  return await collect(model.stream(request, { signal: never }));
}

/** What the second request of a conversation says of an answer. */
async function sentBack(
  events: readonly LooseEvent[],
  options: Partial<OpenaiResponsesOptions> = {},
): Promise<Record<string, unknown>> {
  const bodies: Record<string, unknown>[] = [];
  const model = openaiResponses({
    model: "gpt-5.2",
    ...options,
    fetch: async (_url, init) => {
      bodies.push(JSON.parse(Buffer.from(init?.body as Uint8Array).toString())); // the adapters send bytes alone
      return new Response(sse(...events));
    },
  });
  const finish = (await collect(model.stream(request, { signal: never }))).at(-1);
  if (finish?.type !== "finish") throw new Error("There is no finish.");
  const messages = [...request.messages, finish.message, ...request.messages];
  await collect(model.stream({ ...request, messages }, { signal: never }));
  return bodies[1] ?? {};
}

const item = (output_index: number, whole: object): LooseEvent => ({
  type: "response.output_item.done",
  output_index,
  item: whole,
});
const completed: LooseEvent = {
  type: "response.completed",
  response: { status: "completed", model: "m-2026" },
};

const reasoning = {
  type: "reasoning",
  id: "rs_1",
  summary: [{ type: "summary_text", text: "hmm" }],
  encrypted_content: "e",
};
const call = { type: "function_call", id: "fc_1", call_id: "c1", name: "terminal", arguments: '{"x":1}' };
const message = {
  type: "message",
  id: "msg_1",
  role: "assistant",
  content: [{ type: "output_text", text: "Hello" }],
};

describe("an answer of Responses", () => {
  test("keeps items in their order and calls under their call id", async () => {
    const usage = {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 4 },
      output_tokens: 6,
      output_tokens_details: { reasoning_tokens: 2 },
    };
    const events = await answered(
      { type: "response.output_item.added", output_index: 0, item: { ...reasoning, summary: [] } },
      { type: "response.reasoning_summary_text.delta", output_index: 0, delta: "hm" },
      { type: "response.reasoning_summary_text.delta", output_index: 0, delta: "m" },
      item(0, reasoning),
      { type: "response.output_item.added", output_index: 1, item: { ...call, arguments: "" } },
      { type: "response.function_call_arguments.delta", output_index: 1, delta: '{"x"' },
      { type: "response.function_call_arguments.delta", output_index: 1, delta: ":1}" },
      item(1, call),
      { type: "response.completed", response: { status: "completed", model: "m-2026", usage } },
    );

    expect(events.slice(0, 2)).toEqual([
      { type: "reasoning-delta", text: "hm" },
      { type: "reasoning-delta", text: "m" },
    ]);
    expect(events.at(-1)).toMatchObject({
      finishReason: "tool-calls",
      model: "m-2026",
      usage: { inputTokens: 6, cacheReadTokens: 4, outputTokens: 6, reasoningTokens: 2 },
      message: {
        content: [
          { type: "reasoning", text: "hmm" },
          { type: "provider", item: reasoning },
          { type: "tool-call", id: "c1", arguments: '{"x":1}' },
        ],
      },
    });
  });

  test("that comes in whole items only says the same", async () => {
    const events = await answered(item(0, reasoning), item(1, message), item(2, call), completed);

    expect(events.map((event) => event.type)).toEqual([
      "reasoning-delta",
      "text-delta",
      "tool-call-start",
      "tool-call-delta",
      "finish",
    ]);
  });

  test.each([
    ["max_output_tokens", "length"],
    ["content_filter", "content-filter"],
  ])("that is incomplete for %s finishes with %s", async (reason, meant) => {
    const response = { status: "incomplete", incomplete_details: { reason } };

    const events = await answered(item(0, message), { type: "response.incomplete", response });

    expect(events.at(-1)).toMatchObject({ finishReason: meant });
  });

  test.each<[string, LooseEvent]>([
    [
      "response.failed",
      { type: "response.failed", response: { error: { code: "rate_limit_exceeded", message: "Slow down" } } },
    ],
    ["error", { type: "error", code: "rate_limit_exceeded", message: "Slow down" }],
  ])("an event %s is thrown with its kind", async (_, event) => {
    await expect(answered(event)).rejects.toMatchObject({ name: "ModelError", kind: "rate-limit" });
  });

  test("without its last event is an error that is worth another try", async () => {
    await expect(answered(item(0, message))).rejects.toMatchObject({ name: "ModelError", retryable: true });
  });
});

describe("a request to Responses", () => {
  test("sends encrypted thoughts back untouched, before what they led to", async () => {
    const body = await sentBack([item(0, reasoning), item(1, message), completed]);

    expect(body).toMatchObject({ store: false, include: ["reasoning.encrypted_content"], instructions: "s" });
    expect(body["input"]).toEqual([
      { type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] },
      reasoning,
      { type: "message", role: "assistant", content: "Hello" },
      { type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] },
    ]);
  });

  test("keeps the phase of a message", async () => {
    const body = await sentBack([item(0, { ...message, phase: "commentary" }), item(1, call), completed]);

    expect(body["input"]).toMatchObject([
      {},
      { role: "assistant", content: "Hello", phase: "commentary" },
      { type: "function_call", call_id: "c1" },
      { type: "function_call_output", call_id: "c1", output: expect.stringContaining("unknown") },
      {},
    ]);
  });

  test("asks no model for encrypted thoughts that has none", async () => {
    const body = await sentBack([item(0, message), completed], { model: "gpt-4.1" });

    expect(body["include"]).toBeUndefined();
  });

  test("sends effort, limit and choice in its own words", async () => {
    let body: Record<string, unknown> = {};
    const model = openaiResponses({
      model: "gpt-5.2",
      fetch: async (_url, init) => {
        body = JSON.parse(Buffer.from(init?.body as Uint8Array).toString()); // the adapters send bytes alone
        return new Response(sse(completed));
      },
    });
    const asked = { ...request, reasoningEffort: "minimal", maxOutputTokens: 9, toolChoice: "none" } as const;

    await collect(model.stream(asked, { signal: never }));

    expect(body).toMatchObject({
      reasoning: { effort: "low", summary: "auto" },
      max_output_tokens: 9,
      tool_choice: "none",
      tools: [{ type: "function", name: "terminal", strict: false }],
    });
  });
});

describe("what is said more than once", () => {
  const event = (type: LooseEvent["type"], fields: object): LooseEvent => ({
    type,
    output_index: 0,
    content_index: 0,
    item_id: "msg_1",
    ...fields,
  });
  const delta = (text: string): LooseEvent => event("response.output_text.delta", { delta: text });
  const added = event("response.output_item.added", { item: { type: "message", id: "msg_1", content: [] } });
  const endings: readonly [string, LooseEvent][] = [
    ["the text", event("response.output_text.done", { text: "Hello" })],
    ["the part", event("response.content_part.done", { part: { type: "output_text", text: "Hello" } })],
    ["the item", item(0, message)],
    [
      "the whole output",
      { type: "response.completed", response: { status: "completed", output: [message] } },
    ],
  ];

  test.each(endings)("%s adds what no delta said", async (_, ending) => {
    for (const deltas of [[], ["Hel"], ["Hel", "lo"]]) {
      const events = await answered(added, ...deltas.map(delta), ending, completed);

      const texts = events.flatMap((event) => (event.type === "text-delta" ? [event.text] : []));
      expect(texts.join("")).toBe("Hello");
      expect(events.at(-1)).toMatchObject({ message: { content: [{ type: "text", text: "Hello" }] } });
    }
  });

  test("everything together is said once", async () => {
    const events = await answered(added, delta("Hel"), delta("lo"), ...endings.map(([, ending]) => ending));

    expect(events.filter(({ type }) => type === "text-delta")).toHaveLength(2);
  });

  test("arguments and thoughts are completed too", async () => {
    const events = await answered(
      { type: "response.output_item.added", output_index: 0, item: { ...reasoning, summary: [] } },
      { type: "response.reasoning_summary_text.delta", output_index: 0, summary_index: 0, delta: "h" },
      item(0, reasoning),
      { type: "response.output_item.added", output_index: 1, item: { ...call, arguments: "" } },
      { type: "response.function_call_arguments.delta", output_index: 1, delta: '{"x"' },
      { type: "response.function_call_arguments.done", output_index: 1, arguments: '{"x":1}' },
      item(1, call),
      completed,
    );

    expect(events.slice(0, -1)).toEqual([
      { type: "reasoning-delta", text: "h" },
      { type: "reasoning-delta", text: "mm" },
      { type: "tool-call-start", id: "c1", name: "terminal" },
      { type: "tool-call-delta", id: "c1", arguments: '{"x"' },
      { type: "tool-call-delta", id: "c1", arguments: ":1}" },
    ]);
  });

  test("calls keep their arguments when items begin out of order", async () => {
    const finish = (
      await answered(
        {
          type: "response.output_item.added",
          output_index: 1,
          item: { ...call, call_id: "second", arguments: "" },
        },
        {
          type: "response.output_item.added",
          output_index: 0,
          item: { ...call, call_id: "first", arguments: "" },
        },
        { type: "response.function_call_arguments.delta", output_index: 0, delta: '{"n":1}' },
        { type: "response.function_call_arguments.delta", output_index: 1, delta: '{"n":2}' },
        completed,
      )
    ).at(-1);

    expect(finish).toMatchObject({
      message: {
        content: [
          { id: "first", arguments: '{"n":1}' },
          { id: "second", arguments: '{"n":2}' },
        ],
      },
    });
  });
});

test("a response that was not streamed is the answer", async () => {
  const whole = {
    object: "response",
    status: "completed",
    model: "m",
    output: [message, call],
    usage: { output_tokens: 3 },
  };
  const asked = openaiResponses({ model: "m", fetch: async () => new Response(JSON.stringify(whole)) });

  expect((await collect(asked.stream(request, { signal: never }))).at(-1)).toMatchObject({
    finishReason: "tool-calls",
    usage: { outputTokens: 3 },
    message: { content: [{ text: "Hello" }, { arguments: '{"x":1}' }] },
  });
});

test("a response that is said to be complete and to have failed has failed", async () => {
  const reading = answered({ type: "response.completed", response: { status: "failed", error: null } });

  await expect(reading).rejects.toMatchObject({
    name: "ModelError",
    message: expect.stringContaining("failed"),
  });
});
