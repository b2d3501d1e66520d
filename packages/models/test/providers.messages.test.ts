import { describe, expect, test } from "vitest";
import { anthropicMessages } from "../src/index.ts";
import type { Message } from "../src/index.ts";
import { startScriptedServer } from "../src/testing/index.ts";
import { collect, never } from "./support/models.ts";

import {
  model,
  origin,
  request,
  sse,
  answered,
  finishOf,
  bodyFor,
  end,
  start,
  delta,
  stop,
} from "./support/messages.ts";

describe("an answer of Anthropic", () => {
  test("keeps blocks in their order: signed thinking, hidden thinking, text, calls", async () => {
    const hidden = { type: "redacted_thinking", data: "secret" };
    const raw = [
      sse({
        type: "message_start",
        message: { model: "claude-x", usage: { input_tokens: 3, cache_read_input_tokens: 5 } },
      }),
      sse({ type: "ping" }),
      start(0, { type: "thinking", thinking: "", signature: "" }),
      delta(0, { type: "thinking_delta", thinking: "hmm" }),
      delta(0, { type: "signature_delta", signature: "si" }),
      delta(0, { type: "signature_delta", signature: "gn" }),
      stop(0),
      start(1, hidden) + stop(1),
      start(2, { type: "text", text: "" }) +
        delta(2, { type: "text_delta", text: "a" }) +
        delta(2, { type: "text_delta", text: "b" }),
      stop(2),
      start(3, { type: "tool_use", id: "t1", name: "terminal", input: {} }),
      delta(3, { type: "input_json_delta", partial_json: '{"x"' }) +
        delta(3, { type: "input_json_delta", partial_json: ":1}" }),
      stop(3),
      start(4, { type: "tool_use", id: "t2", name: "terminal", input: {} }) + stop(4),
      end("tool_use"),
    ].join("");
    const whole = (await answered(raw)).at(-1);

    expect(whole).toMatchObject({
      type: "finish",
      model: "claude-x",
      finishReason: "tool-calls",
      usage: { inputTokens: 3, cacheReadTokens: 5, outputTokens: 7 },
    });
    expect(
      whole?.type === "finish" &&
        whole.message.content.map(({ ...part }) => ({ ...part, provider: undefined })),
    ).toEqual([
      { type: "reasoning", text: "hmm", signature: "sign" },
      { type: "provider", item: hidden },
      { type: "text", text: "ab" },
      { type: "tool-call", id: "t1", name: "terminal", arguments: '{"x":1}' },
      { type: "tool-call", id: "t2", name: "terminal", arguments: "{}" },
    ]);
  });

  test.each([
    ["end_turn", "stop"],
    ["stop_sequence", "stop"],
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["refusal", "content-filter"],
  ])("stop reason %s is %s", async (said, meant) => {
    const raw =
      start(0, { type: "text", text: "" }) + delta(0, { type: "text_delta", text: "a" }) + end(said);

    expect((await finishOf(raw)).finishReason).toBe(meant);
  });

  test("an error inside the stream is thrown with its kind", async () => {
    const raw = sse({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } });

    await expect(answered(raw)).rejects.toMatchObject({
      name: "ModelError",
      kind: "overloaded",
      retryable: true,
    });
  });

  test("a stream without an end is an error that is worth another try", async () => {
    const raw = start(0, { type: "text", text: "" }) + delta(0, { type: "text_delta", text: "a" });

    await expect(answered(raw)).rejects.toMatchObject({ name: "ModelError", retryable: true });
  });
});

describe("a request to Anthropic", () => {
  const call = (id: string): Message => ({
    role: "assistant",
    content: [{ type: "tool-call", id, name: "terminal", arguments: '{"command":"ls"}' }],
  });
  const result = (callId: string, fields: object = {}): Message => ({
    role: "tool",
    callId,
    name: "terminal",
    content: '{"ok":1}',
    ...fields,
  });
  const cache_control = { type: "ephemeral" };

  test("marks the cache at the system prompt, where the last request ended, and at the last block", async () => {
    const body = await bodyFor({ messages: [...request.messages, call("a"), result("a")] });

    expect(body["system"]).toEqual([{ type: "text", text: "s", cache_control }]);
    expect(body["messages"]).toEqual([
      { role: "user", content: [{ type: "text", text: "hi", cache_control }] },
      {
        role: "assistant",
        content: [{ type: "tool_use", id: "a", name: "terminal", input: { command: "ls" } }],
      },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: "a", content: '{"ok":1}', cache_control }],
      },
    ]);
  });

  test("what is written for an hour is counted and priced by itself", async () => {
    const usage = {
      input_tokens: 10,
      cache_creation_input_tokens: 3_000_000,
      cache_creation: { ephemeral_5m_input_tokens: 1_000_000, ephemeral_1h_input_tokens: 2_000_000 },
    };
    const raw = sse({ type: "message_start", message: { usage } }) + end();
    await using server = await startScriptedServer({ script: [{ raw }] });
    const price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
    const asked = anthropicMessages({ model, baseUrl: server.url, price });

    const finish = (await collect(asked.stream(request, { signal: never }))).at(-1);

    expect(finish).toMatchObject({
      usage: {
        cacheWriteTokens: 3_000_000,
        cacheWrite1hTokens: 2_000_000,
        costUsd: expect.closeTo(3.75 + 12, 2),
      },
    });
  });

  test("puts results first, with their notes and images inside, and words of the user behind them", async () => {
    const images = [{ type: "image", mediaType: "image/png", data: "AAAA" }];
    const messages = [
      ...request.messages,
      call("a"),
      result("a", { notes: ["a note"], images, isError: true }),
      ...request.messages,
    ];

    const body = await bodyFor({ messages });

    expect(body["messages"]).toMatchObject([
      {},
      {},
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            is_error: true,
            content: [
              { type: "text", text: '{"ok":1}' },
              { type: "text", text: "a note" },
              { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
            ],
          },
          { type: "text", text: "hi" },
        ],
      },
    ]);
  });

  test("sends thinking back only when it was signed by the same model", async () => {
    const thoughts = [
      { type: "reasoning", text: "mine", signature: "sig", provider: origin },
      { type: "reasoning", text: "unsigned", provider: origin },
      { type: "reasoning", text: "foreign", signature: "sig", provider: "other" },
    ] as const;
    const answer: Message = { role: "assistant", content: [...thoughts, { type: "text", text: "a" }] };

    const body = await bodyFor({ messages: [...request.messages, answer, ...request.messages] });

    expect(body["messages"]).toMatchObject([
      {},
      {
        content: [
          { type: "thinking", thinking: "mine", signature: "sig" },
          { type: "text", text: "a" },
        ],
      },
      {},
    ]);
  });

  test("names the tools of calls in the history when the request has none", async () => {
    const body = await bodyFor({ tools: [], messages: [...request.messages, call("a"), result("a")] });

    expect(body).toMatchObject({ tools: [{ name: "terminal" }], tool_choice: { type: "none" } });
  });

  test.each([
    ["claude-sonnet-4-5", { thinking: { type: "enabled", budget_tokens: 8000 } }],
    ["claude-3-7-sonnet-20250219", { thinking: { type: "enabled", budget_tokens: 8000 } }],
    ["claude-opus-4-6", { thinking: { type: "adaptive" }, output_config: { effort: "medium" } }],
    ["claude-sonnet-5", { thinking: { type: "adaptive" }, output_config: { effort: "medium" } }],
    ["claude-haiku-4-5", {}],
    ["claude-3-5-sonnet-20241022", {}],
    ["MiniMax-M2", {}],
  ])("%s is made to think in its own way", async (name, fields) => {
    const { thinking, output_config } = await bodyFor({ reasoningEffort: "medium" }, { model: name });

    expect({ thinking, output_config }).toEqual({ thinking: undefined, output_config: undefined, ...fields });
  });

  test("the limit of an answer leaves room beside the thinking", async () => {
    const body = await bodyFor({ reasoningEffort: "high", maxOutputTokens: 1000 });

    expect(body).toMatchObject({ max_tokens: 20_096, thinking: { budget_tokens: 16_000 } });
  });

  test("a base URL may end in /v1", async () => {
    await using server = await startScriptedServer({ script: () => ({ text: "hi" }) });

    for (const baseUrl of [server.url, `${server.url}/v1`, `${server.url}/v1/`]) {
      await collect(anthropicMessages({ model, baseUrl }).stream(request, { signal: never }));
    }

    expect(server.requests.map((recorded) => recorded.path)).toEqual([
      "/v1/messages",
      "/v1/messages",
      "/v1/messages",
    ]);
  });
});

test("blocks that share an index are told apart by their beginnings", async () => {
  const raw = [
    start(0, { type: "text", text: "a" }) + stop(0),
    start(0, { type: "tool_use", id: "t1", name: "terminal", input: { x: 1 } }) + stop(0),
    start(0, { type: "tool_use", id: "t2", name: "terminal", input: { x: 2 } }) + stop(0),
    end("tool_use"),
  ].join("");

  expect((await finishOf(raw)).message.content).toMatchObject([
    { text: "a" },
    { id: "t1", arguments: '{"x":1}' },
    { id: "t2", arguments: '{"x":2}' },
  ]);
});

test("a message that was not streamed is the answer", async () => {
  const content = [
    { type: "thinking", thinking: "hmm", signature: "s" },
    { type: "text", text: "ab" },
    { type: "tool_use", id: "t1", name: "terminal", input: { x: 1 } },
  ];
  const whole = {
    type: "message",
    role: "assistant",
    model: "m",
    content,
    stop_reason: "tool_use",
    usage: { output_tokens: 4 },
  };

  expect(await finishOf(JSON.stringify(whole, null, 2))).toMatchObject({
    finishReason: "tool-calls",
    usage: { outputTokens: 4 },
    message: { content: [{ signature: "s" }, { text: "ab" }, { arguments: '{"x":1}' }] },
  });
});
