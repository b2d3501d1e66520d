import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openaiChat } from "../src/index.ts";
import { answered, chunk, type Delta, request, sse } from "./support/chat.ts";
import { collect, never } from "./support/models.ts";
import { runs } from "./support/runs.ts";

describe("thoughts between tags", () => {
  async function told(pieces: readonly string[]): Promise<{ text: string; reasoning: string }> {
    const raw = sse(...pieces.map((content) => chunk({ content })), chunk({}, "stop"), "[DONE]");
    const model = openaiChat({ model: "m", fetch: async () => new Response(raw) });
    const events = await collect(model.stream(request, { signal: never }));
    const join = (type: string): string =>
      events.map((event) => (event.type === type && "text" in event ? event.text : "")).join("");
    const content = events.flatMap((event) => (event.type === "finish" ? event.message.content : []));
    const kept = (type: string): string =>
      content.map((part) => (part.type === type && "text" in part ? part.text : "")).join("");
    expect({ text: kept("text"), reasoning: kept("reasoning") }).toEqual({
      text: join("text-delta"),
      reasoning: join("reasoning-delta"),
    });
    return { text: kept("text"), reasoning: kept("reasoning") };
  }

  test.each([
    [
      "<think>\nhm <b> </thin k\n</think>\n\nThe <think> tag</think>",
      "hm <b> </thin k\n",
      "The <think> tag</think>",
    ],
    ["\n <think></think>\nHi", "", "Hi"],
    ["<think>never ends", "never ends", ""],
    ["Use <think>x</think> so", "", "Use <think>x</think> so"],
    ["<thin", "", "<thin"],
    ["<thinker> a", "", "<thinker> a"],
    ["  plain", "", "  plain"],
    ["<thought>a</thought>b", "a", "b"],
  ])("in %j are told apart, cut anywhere", async (whole, reasoning, text) => {
    const cuts = fc.array(fc.nat({ max: whole.length }), { maxLength: whole.length });
    await fc.assert(
      fc.asyncProperty(cuts, async (places) => {
        const ends = [...places.toSorted((left, right) => left - right), whole.length];
        const pieces = ends.map((end, index) => whole.slice(index === 0 ? 0 : ends[index - 1], end));

        expect(await told(pieces)).toEqual({ text, reasoning });
      }),
      runs(200),
    );
  });

  test("are words like others where the server tells thoughts apart by itself", async () => {
    const raw = sse(
      chunk({ reasoning_content: "hm" } as Delta),
      chunk({ content: "<think>a</think>" }, "stop"),
      "[DONE]",
    ); // a stranger's field

    expect((await answered({ raw })).slice(0, 2)).toEqual([
      { type: "reasoning-delta", text: "hm" },
      { type: "text-delta", text: "<think>a</think>" },
    ]);
  });
});
