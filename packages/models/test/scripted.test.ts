import { describe, expect, test } from "vitest";
import { scripted } from "../src/index.ts";
import type { Message, ModelEvent, ModelRequest } from "../src/index.ts";

const user = (text: string): Message => ({ role: "user", content: [{ type: "text", text }] });
const tools: ModelRequest["tools"] = [];
const request = (messages: readonly Message[]): ModelRequest => ({ system: "s", tools, messages });
const signal = new AbortController().signal;

async function collect(events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const all: ModelEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

describe("scripted", () => {
  test("streams a text in small deltas that add up to the message", async () => {
    const model = scripted([{ text: "A sentence that is longer than one delta 🙂🙂🙂🙂." }]);

    const events = await collect(model.stream(request([user("hi")]), { signal }));

    const deltas = events.filter((event) => event.type === "text-delta").map((event) => event.text);
    expect(deltas.length).toBeGreaterThan(3);
    expect(deltas.join("")).toBe("A sentence that is longer than one delta 🙂🙂🙂🙂.");
    expect(deltas.some((delta) => /\p{Surrogate}/u.test(delta))).toBe(false);
    expect(events.at(-1)).toMatchObject({ type: "finish", finishReason: "stop" });
  });

  test("gives calls ids that never repeat, and keeps raw arguments as written", async () => {
    const model = scripted([
      {
        calls: [
          { name: "terminal", arguments: { command: "ls" } },
          { name: "broken", arguments: '{"a":' },
        ],
      },
      { calls: [{ name: "terminal" }] },
    ]);

    const first = (await collect(model.stream(request([user("a")]), { signal }))).at(-1);
    const second = (await collect(model.stream(request([user("b")]), { signal }))).at(-1);

    expect(first).toMatchObject({
      finishReason: "tool-calls",
      message: {
        content: [
          { id: "call_1", arguments: '{"command":"ls"}' },
          { id: "call_2", arguments: '{"a":' },
        ],
      },
    });
    expect(second).toMatchObject({ message: { content: [{ id: "call_3", arguments: "{}" }] } });
  });

  test("answers from the request when a step is a function", async () => {
    const model = scripted((asked, index) => ({ text: `${index}:${asked.messages.length}` }));

    const events = await collect(model.stream(request([user("a"), user("b")]), { signal }));

    expect(events.at(-1)).toMatchObject({ message: { content: [{ text: "0:2" }] } });
  });

  test("records each request with the list of messages as it was at that time", async () => {
    const model = scripted([{ text: "one" }, { text: "two" }]);
    const messages = [user("a")];

    await collect(model.stream(request(messages), { signal }));
    messages.push(user("b"));
    await collect(model.stream(request(messages), { signal }));

    expect(model.requests.map((made) => made.messages.length)).toEqual([1, 2]);
    expect(model.requests[1]?.messages[0]).toBe(messages[0]);
  });

  test("declares what it can, and records all that a request asks for", async () => {
    const model = scripted([{ text: "{}" }], { takesOutputSchemas: true, abilities: { images: false } });
    const asked: ModelRequest = {
      ...request([user("a")]),
      toolChoice: { tool: "terminal" },
      output: { name: "answer", schema: { type: "object" } },
      temperature: 0.5,
      topP: 0.9,
      seed: 7,
      stop: ["END"],
    };

    await collect(model.stream(asked, { signal }));

    expect(model.requests).toEqual([asked]);
    expect(model).toMatchObject({ takesOutputSchemas: true, abilities: { images: false } });
  });

  test("throws the error of a step untouched, after its text", async () => {
    const error = new Error("down");
    const model = scripted([{ chunks: ["a", "b"], error }]);
    const seen: ModelEvent[] = [];

    const reading = (async () => {
      for await (const event of model.stream(request([]), { signal })) seen.push(event);
    })();

    await expect(reading).rejects.toBe(error);
    expect(seen).toEqual([
      { type: "text-delta", text: "a" },
      { type: "text-delta", text: "b" },
    ]);
  });

  test("a step that hangs ends with the abort reason", async () => {
    const model = scripted([{ chunks: ["a"], hang: true }]);
    const controller = new AbortController();
    const reason = new Error("stop now");

    const reading = (async () => {
      for await (const _ of model.stream(request([]), { signal: controller.signal }))
        controller.abort(reason);
    })();

    await expect(reading).rejects.toBe(reason);
  });

  test("a script without a step left is a bad request that says so", async () => {
    const model = scripted([]);

    const reading = collect(model.stream(request([]), { signal }));

    await expect(reading).rejects.toMatchObject({ code: "MODEL_BAD_REQUEST", retryable: false });
  });

  test("counts what the request before had in front as read from the cache", async () => {
    const model = scripted([{ text: "12345678" }, { text: "x" }]);
    const first = user("x".repeat(400));

    await collect(model.stream(request([first]), { signal }));
    const finish = (await collect(model.stream(request([first, user("y".repeat(40))]), { signal }))).at(-1);

    expect(finish).toMatchObject({ usage: { inputTokens: 10, cacheReadTokens: 101, outputTokens: 1 } });
  });
});
