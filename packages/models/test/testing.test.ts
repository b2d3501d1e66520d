import { describe, expect, test } from "vitest";
import { scripted } from "../src/index.ts";
import type { Message, ModelRequest } from "../src/index.ts";
import { assertStablePrefix, startScriptedServer, validateMessagesRequest } from "../src/testing/index.ts";
import { collect, modelsUnderTest, never } from "./support/models.ts";

const user = (text: string): Message => ({ role: "user", content: [{ type: "text", text }] });
const tools: ModelRequest["tools"] = [
  { name: "terminal", description: "Run.", parameters: { type: "object" } },
];

describe("assertStablePrefix", () => {
  const [one, two] = [user("one"), user("two")];
  const request = (messages: readonly Message[], rest: Partial<ModelRequest> = {}): ModelRequest => ({
    system: "s",
    tools,
    messages,
    ...rest,
  });

  test("passes what only grew, also when objects were copied", () => {
    assertStablePrefix([request([one]), request([one, two]), request([user("one"), user("two"), two])]);
  });

  test.each([
    ["a changed system prompt", request([one, two], { system: "t" }), /system prompt/],
    ["changed tools", request([one, two], { tools: [] }), /tools/],
    ["a changed message", request([user("One"), two]), /message 1 \(user\).*differs at character/],
    ["a missing message", request([]), /message 1 \(user\) is gone/],
  ])("names %s", (_, after, words) => {
    expect(() => assertStablePrefix([request([one]), after])).toThrow(words);
  });
});

describe("validateMessagesRequest", () => {
  const hour = { type: "ephemeral", ttl: "1h" };
  const short = { type: "ephemeral" };
  const problemsWith = (...marks: readonly (object | undefined)[]): readonly string[] => {
    const block = (text: string, cache_control?: object): object => ({ type: "text", text, cache_control });
    const [system, ...others] = marks;
    return validateMessagesRequest({
      ...{ model: "m", stream: true, max_tokens: 1, system: [block("s", system)] },
      messages: [{ role: "user", content: others.map((mark) => block("t", mark)) }],
    }).filter((problem) => problem.startsWith("cache_control"));
  };

  test.each([
    ["a longer cache mark behind a shorter one", [short, hour], /1h stands behind one of 5m/],
    ["a time to live that there is not", [{ ...hour, ttl: "2h" }, short], /is .*2h/],
    ["five marks", [short, short, short, short, short], /5 places/],
  ] as const)("names %s", (_, marks, words) => {
    expect(problemsWith(...marks)).toEqual([expect.stringMatching(words)]);
  });

  test("takes a shorter cache mark behind a longer one", () => {
    expect(problemsWith(hour, hour, short, { ...short, ttl: "5m" })).toEqual([]);
  });
});

describe("startScriptedServer", () => {
  test("plays the same script to all protocols", async () => {
    await using server = await startScriptedServer({
      script: () => ({
        reasoning: "hmm",
        text: "Hello there",
        calls: [{ name: "terminal", arguments: { command: "ls" } }],
      }),
    });
    const request: ModelRequest = { system: "", tools, messages: [user("hi")] };
    const calls = [{ name: "terminal", arguments: { command: "ls" } }];
    const model = scripted([{ reasoning: "hmm", chunks: ["Hello", " there"], calls }], { deltaChars: 100 });
    const expected = await collect(model.stream(request, { signal: never }));

    for (const under of modelsUnderTest) {
      const model = under.make({
        fetch: (url, init) => fetch(url.replace(/^https:\/\/[^/]+(?:\/api)?/, server.url), init),
      });
      const events = await collect(model.stream(request, { signal: never }));

      expect(events.map((event) => event.type)).toEqual(expected.map((event) => event.type));
      expect(events.at(-1)).toMatchObject({ finishReason: "tool-calls" });
    }
  });

  test("keeps the bytes of each request", async () => {
    await using server = await startScriptedServer({ script: [{ text: "ok" }] });

    await fetch(`${server.openaiUrl}/chat/completions`, { method: "POST", body: '{ "model" : "m" }' });

    expect(Buffer.from(server.requests[0]?.raw ?? []).toString()).toBe('{ "model" : "m" }');
  });

  test("lists its models", async () => {
    await using server = await startScriptedServer({ script: [], models: ["a", "b"] });

    const answer = await fetch(`${server.openaiUrl}/models`);

    expect(await answer.json()).toMatchObject({ data: [{ id: "a" }, { id: "b" }] });
  });

  test("answers 500 when the script has no step left", async () => {
    await using server = await startScriptedServer({ script: [] });

    const answer = await fetch(`${server.openaiUrl}/chat/completions`, { method: "POST", body: "{}" });

    expect(answer.status).toBe(500);
    expect(await answer.text()).toContain("no step for request 1");
  });
});
