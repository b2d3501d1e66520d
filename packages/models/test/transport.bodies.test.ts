import { describe, expect, test } from "vitest";
import { openaiChat } from "../src/index.ts";
import { startScriptedServer } from "../src/testing/index.ts";
import { answered, chunk, type Delta, request, sse } from "./support/chat.ts";
import { collect, never } from "./support/models.ts";

describe("a body that is no stream", () => {
  const message = {
    role: "assistant",
    content: "<think>hm</think>Hello",
    tool_calls: [{ id: "a", type: "function", function: { name: "terminal", arguments: '{"x":1}' } }],
  };
  const whole = {
    id: "c",
    object: "chat.completion",
    model: "m-2026",
    choices: [{ index: 0, message, finish_reason: "tool_calls" }],
    usage: { completion_tokens: 3 },
  };

  test.each([
    ["a document", JSON.stringify(whole)],
    ["a document in several lines", `\n ${JSON.stringify(whole, null, 2)}\n`],
    ["one event", sse(whole, "[DONE]")],
    [
      "lines of JSON",
      [
        chunk({ content: "<think>hm</think>Hel" }),
        chunk(
          {
            content: "lo",
            tool_calls: message.tool_calls.map((call) => ({ index: 0, ...call })),
          } as unknown as Delta,
          "tool_calls",
        ),
        { choices: [], usage: { completion_tokens: 3 } },
      ]
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(""),
    ], // as strangers send it
  ])("is the answer when it is %s", async (_, raw) => {
    const finish = (await answered({ raw })).at(-1);

    expect(finish).toMatchObject({
      finishReason: "tool-calls",
      usage: { outputTokens: 3 },
      message: {
        content: [
          { type: "reasoning", text: "hm" },
          { type: "text", text: "Hello" },
          { type: "tool-call", arguments: '{"x":1}' },
        ],
      },
    });
  });

  test.each([
    ["a page", "<!DOCTYPE html><html><head><title>Sign in</title></head></html>", "web page (Sign in)"],
    ["another document", '{"status":"ok"}', '{"status":"ok"}'],
    ["a text", "no healthy upstream\n", "no healthy upstream"],
  ])("is refused as what it is when it is %s, and not asked for again", async (_, raw, words) => {
    await using server = await startScriptedServer({ script: () => ({ raw }) });
    const model = openaiChat({ model: "m", baseUrl: server.openaiUrl });

    const reading = collect(model.stream(request, { signal: never }));

    await expect(reading).rejects.toMatchObject({
      kind: "bad-request",
      retryable: false,
      message: expect.stringContaining(words),
    });
    await expect(reading).rejects.toThrow(`${server.openaiUrl}/chat/completions`);
    expect(server.requests).toHaveLength(1);
  });

  test("is told in the provider's words when it is an error", async () => {
    await expect(answered({ raw: '{"error":{"message":"Out of cheese","code":400}}' })).rejects.toThrow(
      "Out of cheese",
    );
  });

  test("is a broken answer when it was cut off", async () => {
    const reading = answered({ raw: JSON.stringify(whole).slice(0, -20) });

    await expect(reading).rejects.toMatchObject({ kind: "server", retryable: true });
  });
});
