import { describe, expect, test } from "vitest";
import { openaiChat } from "../src/index.ts";
import type { OpenaiChatOptions } from "../src/index.ts";
import { chunk, type Delta, request, sse } from "./support/chat.ts";
import { collect, never } from "./support/models.ts";

describe("names and ids of calls", () => {
  const tools = ["read", "read_file", "terminal"].map((name) => ({ name, description: "", parameters: {} }));
  const call = (fields: object, name?: string, args?: string): object =>
    chunk({
      tool_calls: [{ ...fields, function: { ...(name === undefined ? {} : { name }), arguments: args } }],
    } as Delta); // a stranger's form

  async function callsOf(...events: readonly object[]): Promise<{ name: string; arguments: string }[]> {
    const raw = sse(...events, chunk({}, "tool_calls"), "[DONE]");
    const model = openaiChat({ model: "m", fetch: async () => new Response(raw) });
    const all = await collect(model.stream({ ...request, tools }, { signal: never }));
    const finish = all.at(-1);
    const calls = (finish?.type === "finish" ? finish.message.content : []).filter(
      (part) => part.type === "tool-call",
    );
    const told = all.flatMap((event) =>
      event.type === "tool-call-start" ? [{ id: event.id, name: event.name }] : [],
    );
    expect(told).toEqual(calls.map(({ id, name }) => ({ id, name })));
    for (const { id, arguments: whole } of calls) {
      const deltas = all.flatMap((event) =>
        event.type === "tool-call-delta" && event.id === id ? [event.arguments] : [],
      );
      expect(deltas.join("")).toBe(whole);
    }
    return calls.map(({ name, arguments: text }) => ({ name, arguments: text }));
  }

  const one = { name: "read_file", arguments: '{"a":1}' };

  test.each([
    [
      "in pieces",
      [
        call({ index: 0, id: "a" }, "re"),
        call({ index: 0 }, "ad_"),
        call({ index: 0 }, "file"),
        call({ index: 0 }, undefined, '{"a":1}'),
      ],
    ],
    [
      "in pieces that are names too",
      [
        call({ index: 0, id: "a" }, "read"),
        call({ index: 0 }, "_file"),
        call({ index: 0 }, undefined, '{"a":1}'),
      ],
    ],
    [
      "in pieces beside the arguments",
      [call({ index: 0, id: "a" }, "read", '{"a"'), call({ index: 0 }, "_file", ":1}")],
    ],
    [
      "whole in each chunk",
      [call({ index: 0, id: "a" }, "read_file", '{"a"'), call({ index: 0, id: "a" }, "read_file", ":1}")],
    ],
    [
      "whole in each chunk, without an index",
      [call({ id: "a" }, "read_file", '{"a"'), call({ id: "a" }, "read_file", ":1}")],
    ],
    [
      "growing",
      [
        call({ index: 0, id: "a" }, "read"),
        call({ index: 0 }, "read_file"),
        call({ index: 0 }, undefined, '{"a":1}'),
      ],
    ],
    [
      "under a new id in each chunk",
      [call({ index: 0, id: "a" }, "read_file", '{"a"'), call({ index: 0, id: "b" }, undefined, ":1}")],
    ],
    [
      "of the old form",
      [
        chunk({ function_call: { name: "read_file", arguments: '{"a"' } } as Delta),
        chunk({ function_call: { arguments: ":1}" } } as Delta),
      ],
    ], // not in the types any more
  ])("come %s", async (_, events) => {
    expect(await callsOf(...events)).toEqual([one]);
  });

  test("two calls without ids on one index are two", async () => {
    const calls = await callsOf(
      call({ index: 0 }, "terminal", '{"a"'),
      call({ index: 0 }, undefined, ":1}"),
      call({ index: 0 }, "terminal", '{"a":2}'),
      call({ index: 0 }, "read_file", ""),
    );

    expect(calls).toEqual([
      { name: "terminal", arguments: '{"a":1}' },
      { name: "terminal", arguments: '{"a":2}' },
      { name: "read_file", arguments: "" },
    ]);
  });

  test("signatures that OpenRouter streams for several calls stay apart", async () => {
    const detail = (id: string): object => ({
      type: "reasoning.encrypted",
      index: 0,
      id,
      data: `sig of ${id}`,
    });
    const raw = sse(
      chunk({ reasoning_details: [detail("a"), detail("b")] } as Delta), // a stranger's field
      call({ index: 0, id: "a" }, "terminal", "{}"),
      chunk({}, "tool_calls"),
      "[DONE]",
    );
    const model = openaiChat({ model: "m", fetch: async () => new Response(raw) });

    const finish = (await collect(model.stream(request, { signal: never }))).at(-1);

    expect(finish).toMatchObject({ message: { content: [{ item: [detail("a"), detail("b")] }, {}] } });
  });

  test("what Gemini wants back with a call goes back with it, and to nobody else", async () => {
    const signed = { extra_content: { google: { thought_signature: "sig" } } };
    const bodies: string[] = [];
    const raw = sse(
      call({ index: 0, id: "a", ...signed }, "terminal", "{}"),
      call({ index: 1, id: "b" }, "terminal", "{}"),
      chunk({ extra_content: { google: { thought_signature: "of the text" } } } as Delta, "tool_calls"), // a stranger's field
      "[DONE]",
    );
    const fetch: OpenaiChatOptions["fetch"] = async (_url, init) => {
      bodies.push(Buffer.from(init?.body as Uint8Array).toString()); // the adapters send bytes alone
      return new Response(raw);
    };
    const model = openaiChat({
      model: "gemini-3-pro",
      baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai",
      fetch,
    });
    const finish = (await collect(model.stream(request, { signal: never }))).at(-1);
    if (finish?.type !== "finish") throw new Error("There is no finish.");
    const messages = [...request.messages, finish.message];

    await collect(model.stream({ ...request, messages }, { signal: never }));
    await collect(openaiChat({ model: "m", fetch }).stream({ ...request, messages }, { signal: never }));

    const sent = JSON.parse(bodies[1] ?? "{}").messages.find(
      ({ role }: { role: string }) => role === "assistant",
    );
    expect(sent.tool_calls).toMatchObject([{ id: "a", ...signed }, { id: "b" }]);
    expect(sent.tool_calls[1]).not.toHaveProperty("extra_content");
    expect(sent.extra_content).toEqual({ google: { thought_signature: "of the text" } });
    expect(bodies[2]).not.toContain("thought_signature");
  });
});
