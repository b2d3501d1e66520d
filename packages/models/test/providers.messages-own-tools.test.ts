import { describe, expect, test } from "vitest";
import type { Message } from "../src/index.ts";

import { origin, request, answered, finishOf, bodyFor, end, start, delta, stop } from "./support/messages.ts";

describe("tools that Anthropic runs itself", () => {
  const search = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} };
  const found = {
    type: "web_search_tool_result",
    tool_use_id: "srvtoolu_1",
    content: [{ type: "web_search_result", url: "https://a.b", title: "A", encrypted_content: "e" }],
  };
  const citation = {
    type: "web_search_result_location",
    url: "https://a.b",
    encrypted_index: "i",
    cited_text: "c",
  };
  const mixed = [
    start(0, search),
    delta(0, { type: "input_json_delta", partial_json: '{"query":' }),
    delta(0, { type: "input_json_delta", partial_json: '"x"}' }) + stop(0),
    start(1, found) + stop(1),
    start(2, { type: "text", text: "", citations: [] }),
    delta(2, { type: "citations_delta", citation }) +
      delta(2, { type: "text_delta", text: "It is so." }) +
      stop(2),
    start(3, { type: "tool_use", id: "t1", name: "terminal", input: {} }),
    delta(3, { type: "input_json_delta", partial_json: '{"command":"ls"}' }) + stop(3),
    end("tool_use"),
  ].join("");

  test("are no calls of ours, and leave ours its arguments", async () => {
    const events = await answered(mixed);

    expect(events.filter(({ type }) => type.startsWith("tool-call"))).toEqual([
      { type: "tool-call-start", id: "t1", name: "terminal" },
      { type: "tool-call-delta", id: "t1", arguments: '{"command":"ls"}' },
    ]);
    const finish = events.at(-1);
    expect(finish?.type === "finish" && finish.message.content.at(-1)).toEqual({
      type: "tool-call",
      id: "t1",
      name: "terminal",
      arguments: '{"command":"ls"}',
    });
  });

  test("go back as they came, with the sources of the text", async () => {
    const { message } = await finishOf(mixed.replaceAll("srvtoolu_1", "srvtoolu_9"));
    const own = JSON.parse(JSON.stringify(message).replace(/anthropic-messages:127[^"]*/g, origin));
    const result: Message = { role: "tool", callId: "t1", name: "terminal", content: "{}" };

    const body = await bodyFor({ messages: [...request.messages, own, result] });

    const sent = body["messages"] as { content: { type: string }[] }[]; // our own request
    expect(sent[1]?.content).toEqual([
      { ...search, id: "srvtoolu_9", input: { query: "x" } },
      { ...found, tool_use_id: "srvtoolu_9" },
      { type: "text", text: "It is so.", citations: [citation] },
      { type: "tool_use", id: "t1", name: "terminal", input: { command: "ls" } },
    ]);
  });

  test("without a result are left out where nothing will bring one, with what has no call", async () => {
    const part = (item: object): { type: "provider"; provider: string; item: object } => ({
      type: "provider",
      provider: origin,
      item,
    });
    const cut: Message = { role: "assistant", content: [{ type: "text", text: "Hm" }, part(search)] };
    const stray: Message = {
      role: "assistant",
      content: [part({ ...found, tool_use_id: "gone" }), { type: "text", text: "So" }],
    };

    const body = await bodyFor({ messages: [...request.messages, cut, ...request.messages, stray] });

    expect(JSON.stringify(body)).not.toContain("srvtoolu_1");
    expect(JSON.stringify(body)).not.toContain("gone");
  });

  test("that took too long for one answer leave it unfinished", async () => {
    const paused = start(0, search) + stop(0) + start(1, found) + stop(1) + end("pause_turn");

    expect(await finishOf(paused)).toMatchObject({ finishReason: "length", message: { content: [{}, {}] } });
  });
});
