import { describe, expect, test } from "vitest";
import { openaiChat } from "../src/index.ts";
import type { ModelFinish, ModelRequest } from "../src/index.ts";
import { startScriptedServer } from "../src/testing/index.ts";
import { answered, bodyFor, chunk, type Delta, request, sse } from "./support/chat.ts";
import { collect, never } from "./support/models.ts";

async function finishOf(...events: readonly unknown[]): Promise<ModelFinish> {
  const finish = (await answered({ raw: sse(...events) })).at(-1);
  if (finish?.type !== "finish") throw new Error("There is no finish.");
  return finish;
}

describe("calls in pieces", () => {
  const piece = (index: number, id: string | undefined, name: string | undefined, args: string): object =>
    chunk({
      tool_calls: [
        {
          index,
          ...(id === undefined ? {} : { id }),
          function: { ...(name === undefined ? {} : { name }), arguments: args },
        },
      ],
    });

  test("are put together by their index", async () => {
    const finish = await finishOf(
      piece(0, "a", "terminal", '{"x"'),
      piece(1, "b", "terminal", '{"y"'),
      piece(0, undefined, undefined, ":1}"),
      piece(1, undefined, undefined, ":2}"),
      chunk({}, "tool_calls"),
      "[DONE]",
    );

    expect(finish.message.content).toEqual([
      { type: "tool-call", id: "a", name: "terminal", arguments: '{"x":1}' },
      { type: "tool-call", id: "b", name: "terminal", arguments: '{"y":2}' },
    ]);
  });

  test("a new id on a known index begins another call", async () => {
    const finish = await finishOf(
      piece(0, "a", "terminal", '{"x":1}'),
      piece(0, "b", "terminal", '{"y":2}'),
      chunk({}, "stop"),
      "[DONE]",
    );

    expect(finish.finishReason).toBe("tool-calls");
    expect(finish.message.content).toMatchObject([{ id: "a" }, { id: "b", arguments: '{"y":2}' }]);
  });

  test("missing ids are made up, the same in every run", async () => {
    const events = [
      piece(0, undefined, "terminal", "{}"),
      piece(1, "", "terminal", "{}"),
      chunk({}, "tool_calls"),
      "[DONE]",
    ];

    const ids = (await finishOf(...events)).message.content.map(
      (part) => part.type === "tool-call" && part.id,
    );

    expect(ids).toEqual(["call_1", "call_2"]);
    expect((await finishOf(...events)).message.content).toMatchObject([{ id: "call_1" }, { id: "call_2" }]);
  });

  test("arguments that are cut by the length limit arrive as they are", async () => {
    const finish = await finishOf(piece(0, "a", "terminal", '{"command":"ec'), chunk({}, "length"), "[DONE]");

    expect(finish).toMatchObject({
      finishReason: "length",
      message: { content: [{ arguments: '{"command":"ec' }] },
    });
  });

  test("cut arguments without a finish reason are a broken stream", async () => {
    const reading = answered({ raw: sse(piece(0, "a", "terminal", '{"command":"ec'), "[DONE]") });

    await expect(reading).rejects.toMatchObject({ name: "ModelError", kind: "server", retryable: true });
  });

  test("the name of a tool that had to be changed for the wire comes back as it was", async () => {
    const named = [{ name: "mcp.server/tool", description: "", parameters: {} }];
    let sent = "";
    const model = openaiChat({
      model: "m",
      fetch: async (_url, init) => {
        const body = JSON.parse(Buffer.from(init?.body as Uint8Array).toString()); // the adapters send bytes alone
        sent = body.tools[0].function.name;
        return new Response(sse(piece(0, "a", sent, "{}"), chunk({}, "tool_calls"), "[DONE]"));
      },
    });

    const events = await collect(model.stream({ ...request, tools: named }, { signal: never }));

    expect(sent).toMatch(/^mcp_server_tool_[0-9a-f]{8}$/);
    expect(events[0]).toEqual({ type: "tool-call-start", id: "a", name: "mcp.server/tool" });
  });
});

describe("reasoning", () => {
  test.each([
    ["reasoning_content", { reasoning_content: "hmm" }],
    ["reasoning", { reasoning: "hmm" }],
    ["reasoning_details", { reasoning_details: [{ type: "reasoning.text", text: "hmm", index: 0 }] }],
    ["parts", { content: [{ type: "thinking", thinking: [{ type: "text", text: "hmm" }] }] }],
  ])("in %s is told apart from the text", async (_, delta) => {
    const events = await answered({
      raw: sse(chunk(delta as Delta), chunk({ content: "hi" }, "stop"), "[DONE]"),
    }); // a stranger's field

    expect(events.slice(0, 2)).toEqual([
      { type: "reasoning-delta", text: "hmm" },
      { type: "text-delta", text: "hi" },
    ]);
  });

  test("goes back to OpenRouter whole, and to nobody else", async () => {
    const piece = (fields: object): object =>
      chunk({ reasoning_details: [{ type: "reasoning.text", index: 0, ...fields }] });
    const raw = sse(
      piece({ text: "one " }),
      piece({ text: "two" }),
      piece({ signature: "s" }),
      chunk({ content: "hi" }, "stop"),
      "[DONE]",
    );
    const openrouter = { baseUrl: "https://openrouter.ai/api/v1", model: "x" };
    const model = openaiChat({ ...openrouter, fetch: async () => new Response(raw) });
    const finish = (await collect(model.stream(request, { signal: never }))).at(-1);
    if (finish?.type !== "finish") throw new Error("There is no finish.");
    const messages = [...request.messages, finish.message, ...request.messages];

    const back = await bodyFor({ messages }, openrouter);
    const elsewhere = await bodyFor({ messages }, { baseUrl: "https://api.example.com/v1", model: "x" });

    const details = [{ type: "reasoning.text", index: 0, text: "one two", signature: "s" }];
    expect(back["messages"]).toMatchObject([{}, {}, { role: "assistant", reasoning_details: details }, {}]);
    expect(JSON.stringify(elsewhere)).not.toContain("one two");
  });

  test("goes back on every turn to servers that refuse calls without it", async () => {
    const baseUrl = "https://api.deepseek.com/v1";
    const origin = "openai-chat:api.deepseek.com:m";
    const messages: ModelRequest["messages"] = [
      ...request.messages,
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "hmm", provider: origin },
          { type: "text", text: "a" },
        ],
      },
      ...request.messages,
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "foreign", provider: "other" },
          { type: "text", text: "b" },
        ],
      },
      ...request.messages,
    ];

    const body = await bodyFor({ messages }, { baseUrl });

    expect(body["messages"]).toMatchObject([
      {},
      {},
      { reasoning_content: "hmm" },
      {},
      { reasoning_content: " " },
      {},
    ]);
  });
});

describe("the end of an answer", () => {
  test.each([
    ["stop", "stop"],
    ["length", "length"],
    ["content_filter", "content-filter"],
    ["end_turn", "stop"],
  ])("finish reason %s is %s", async (said, meant) => {
    const finish = await finishOf(chunk({ content: "a" }, said), "[DONE]");

    expect(finish.finishReason).toBe(meant);
    expect(finish.model).toBe("m-2026");
  });

  test("usage keeps what was read from the cache, written to it and thought apart, and the cost that was told", async () => {
    const usage = {
      prompt_tokens: 100,
      completion_tokens: 20,
      prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 10 },
      completion_tokens_details: { reasoning_tokens: 5 },
      cost: 0.25,
    };

    const finish = await finishOf(chunk({ content: "a" }, "stop"), { id: "c", choices: [], usage }, "[DONE]");

    expect(finish.usage).toEqual({
      inputTokens: 30,
      outputTokens: 20,
      cacheReadTokens: 60,
      cacheWriteTokens: 10,
      reasoningTokens: 5,
      costUsd: 0.25,
    });
  });

  test("a price that was given makes the cost where the provider tells none", async () => {
    const usage = { prompt_tokens: 1_000_000, completion_tokens: 100_000 };
    const raw = sse(chunk({ content: "a" }, "stop"), { id: "c", choices: [], usage }, "[DONE]");

    const finish = (await answered({ raw }, { price: { input: 2, output: 10 } })).at(-1);

    expect(finish).toMatchObject({ usage: { costUsd: 3 } });
  });

  test("a whole text without finish reason is taken for finished when the server says that it is done", async () => {
    const finish = await finishOf(chunk({ content: "a" }), "[DONE]");

    expect(finish.finishReason).toBe("stop");
  });

  test.each([
    ["an empty stream", ""],
    ["nothing but the end", sse("[DONE]")],
    ["a stream that ends after some text", sse(chunk({ content: "a" }))],
    ["an event that is no JSON", "data: {oops\n\n"],
    ["an event that is no object", "data: 12\n\n"],
  ])("%s is an error that is worth another try", async (_, raw) => {
    await expect(answered({ raw })).rejects.toMatchObject({ name: "ModelError", retryable: true });
  });

  test("a connection that breaks after some text is an error that is worth another try", async () => {
    const reading = answered({ chunks: ["a", "b"], breakOff: "cut" });

    await expect(reading).rejects.toMatchObject({ name: "ModelError", retryable: true });
  });

  test("an answer that broke off is declared void and asked for again", async () => {
    await using server = await startScriptedServer({
      script: [{ chunks: ["half"], breakOff: "cut" }, { chunks: ["whole"] }],
    });
    const model = openaiChat({ model: "m", baseUrl: server.openaiUrl, retry: { baseDelayMs: 0 } });

    const events = await collect(model.stream(request, { signal: never }));

    expect(events.map((event) => event.type)).toEqual([
      "text-delta",
      "restart",
      "retry",
      "text-delta",
      "finish",
    ]);
    expect(
      Buffer.from(server.requests[1]?.raw ?? []).equals(server.requests[0]?.raw ?? new Uint8Array()),
    ).toBe(true);
  });

  test.each([
    [401, "auth"],
    [404, "model-not-found"],
    [429, "rate-limit"],
    [500, "server"],
  ])("status %d is an error of kind %s", async (status, kind) => {
    await expect(answered({ status })).rejects.toMatchObject({ status, kind });
  });
});

test.each(["error", "network_error", "insufficient_system_resource", "MALFORMED_FUNCTION_CALL"])(
  "an answer that ends with %s has failed",
  async (reason) => {
    const reading = answered({ raw: sse(chunk({ content: "a" }), chunk({}, reason), "[DONE]") });

    await expect(reading).rejects.toMatchObject({
      name: "ModelError",
      message: expect.stringContaining(reason),
    });
  },
);

test("an error beside the finish reason is told in the words of the provider", async () => {
  const broken = {
    choices: [{ delta: {}, finish_reason: "error", error: { code: 502, message: "Upstream fell over" } }],
  };

  await expect(answered({ raw: sse(chunk({ content: "a" }), broken) })).rejects.toMatchObject({
    status: 502,
    message: expect.stringContaining("Upstream fell over"),
  });
});
