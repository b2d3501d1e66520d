import { describe, expect, test } from "vitest";
import type { ModelRequest } from "../src/index.ts";
import { validateChatRequest } from "../src/testing/index.ts";
import { bodyFor, request } from "./support/chat.ts";

describe("settings of a request", () => {
  test("OpenAI gets max_completion_tokens, everybody else max_tokens", async () => {
    const openai = await bodyFor({ maxOutputTokens: 9 }, {});
    const other = await bodyFor({ maxOutputTokens: 9 }, { baseUrl: "http://127.0.0.1:8080/v1" });

    expect(openai).toMatchObject({ max_completion_tokens: 9 });
    expect(other).toMatchObject({ max_tokens: 9 });
  });

  test("no calls may be made with toolChoice none, and the tools stay in front", async () => {
    const [free, none] = [await bodyFor({}, {}), await bodyFor({ toolChoice: "none" }, {})];

    expect(none).toEqual({ ...free, tool_choice: "none" });
  });

  test("usage is asked for, and fields that were given go along", async () => {
    const body = await bodyFor(
      {},
      { baseUrl: "https://api.example.com", fields: { provider: { order: ["x"] } } },
    );

    expect(body).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
      provider: { order: ["x"] },
    });
  });

  test("effort goes where the host looks for it", async () => {
    const openai = await bodyFor({ reasoningEffort: "low" }, {});
    const openrouter = await bodyFor({ reasoningEffort: "low" }, { baseUrl: "https://openrouter.ai/api/v1" });

    expect(openai).toMatchObject({ reasoning_effort: "low" });
    expect(openrouter).toMatchObject({ reasoning: { effort: "low" } });
  });

  test("Claude behind OpenRouter gets markers for its cache: at the system prompt and at the end", async () => {
    const body = await bodyFor({}, { baseUrl: "https://openrouter.ai/api/v1", model: "anthropic/claude-x" });

    const cache_control = { type: "ephemeral" };
    expect(body["messages"]).toEqual([
      { role: "system", content: [{ type: "text", text: "s", cache_control }] },
      { role: "user", content: [{ type: "text", text: "hi", cache_control }] },
    ]);
  });

  test("a longer conversation marks where the last request ended, too, for as long as is asked for", async () => {
    const body = await bodyFor(
      {
        messages: [
          ...request.messages,
          { role: "assistant", content: [{ type: "text", text: "Hello." }] },
          { role: "user", content: [{ type: "text", text: "more" }] },
        ],
      },
      { baseUrl: "https://openrouter.ai/api/v1", model: "anthropic/claude-x", cacheTtl: "1h" },
    );

    const cache_control = { type: "ephemeral", ttl: "1h" };
    expect(body["messages"]).toEqual([
      { role: "system", content: [{ type: "text", text: "s", cache_control }] },
      { role: "user", content: [{ type: "text", text: "hi", cache_control }] },
      { role: "assistant", content: "Hello." },
      { role: "user", content: [{ type: "text", text: "more", cache_control }] },
    ]);
    expect(validateChatRequest(body)).toEqual([]);
  });

  test("images of a result follow as words of the user", async () => {
    const image = { type: "image", mediaType: "image/png", data: "AAAA" } as const;
    const messages: ModelRequest["messages"] = [
      ...request.messages,
      { role: "assistant", content: [{ type: "tool-call", id: "a", name: "terminal", arguments: "{}" }] },
      {
        role: "tool",
        callId: "a",
        name: "terminal",
        content: '{"ok":1}',
        notes: ["a note"],
        images: [image],
      },
    ];

    const body = await bodyFor({ messages }, {});

    expect(body["messages"]).toMatchObject([
      {},
      {},
      {},
      { role: "tool", tool_call_id: "a", content: '{"ok":1}\n\na note' },
      { role: "user", content: [{ type: "text" }, { image_url: { url: "data:image/png;base64,AAAA" } }] },
    ]);
  });

  test("broken arguments are sent as {}, and the result tells what was written", async () => {
    const messages: ModelRequest["messages"] = [
      ...request.messages,
      {
        role: "assistant",
        content: [{ type: "tool-call", id: "a", name: "terminal", arguments: '{"command":"ec' }],
      },
      { role: "tool", callId: "a", name: "terminal", content: '{"error":"broken"}', isError: true },
    ];

    const body = await bodyFor({ messages }, {});

    expect(body["messages"]).toMatchObject([
      {},
      {},
      { tool_calls: [{ function: { arguments: "{}" } }] },
      { content: expect.stringMatching(/^\{"error":"broken"\}\n\n\[The arguments .*: \{"command":"ec\]$/s) },
    ]);
  });

  test("arguments that ran with a small repair are sent with it", async () => {
    const messages: ModelRequest["messages"] = [
      ...request.messages,
      {
        role: "assistant",
        content: [{ type: "tool-call", id: "a", name: "terminal", arguments: '{"command":"a\nb",}' }],
      },
      { role: "tool", callId: "a", name: "terminal", content: '{"ok":1}' },
    ];

    const body = await bodyFor({ messages }, {});

    expect(body["messages"]).toMatchObject([
      {},
      {},
      { tool_calls: [{ function: { arguments: '{"command":"a\\nb"}' } }] },
      { content: '{"ok":1}' },
    ]);
  });

  test("a call without a result gets one that says that its outcome is unknown", async () => {
    const messages: ModelRequest["messages"] = [
      ...request.messages,
      { role: "assistant", content: [{ type: "tool-call", id: "a", name: "terminal", arguments: "{}" }] },
      ...request.messages,
    ];

    const body = await bodyFor({ messages }, {});

    expect(body["messages"]).toMatchObject([
      {},
      {},
      {},
      { role: "tool", content: expect.stringContaining("unknown") },
      {},
    ]);
  });
});
