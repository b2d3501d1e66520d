import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openaiChat } from "../src/index.ts";
import type { ModelEvent, ModelRequest } from "../src/index.ts";
import { startScriptedServer } from "../src/testing/index.ts";
import { collect, modelsUnderTest, never } from "./support/models.ts";
import { runs } from "./support/runs.ts";

const request: ModelRequest = {
  system: "s",
  tools: [{ name: "terminal", description: "Run.", parameters: { type: "object" } }],
  messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
};

/** The events that come out when the bytes of an answer come in these pieces. */
async function eventsOf(pieces: readonly Uint8Array[], under = modelsUnderTest[0]): Promise<ModelEvent[]> {
  const stream = (): ReadableStream<Uint8Array> =>
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    });
  const fetch = async (): Promise<Response> =>
    new Response(stream(), { headers: { "content-type": "text/event-stream" } });
  const model = under?.make({ fetch });
  return model === undefined ? [] : collect(model.stream(request, { signal: never }));
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const chunk = (delta: object, reason: string | null = null): string =>
  JSON.stringify({ id: "c", choices: [{ index: 0, delta, finish_reason: reason }] });

const answer = [
  `: a comment\n\nevent: x\nid: 1\nretry: 5\ndata: ${chunk({ role: "assistant", content: "Oh, " })}\n\n`,
  `data: ${chunk({ content: "héllo" })}\n\n`,
  `data: ${chunk({ content: " wörld 🙂" })}\n\n`,
  `data: ${chunk({ content: 'a "quoted" \\ text' })}\n\n`,
  `data: ${chunk({ content: "a\ttab" })}\n\n`,
  `data: ${chunk({ content: "more", role: "assistant" })}\n\n`,
  `data:${chunk({ content: " plain" })}\n\n`,
  `data: {"id":"c","choices":[{"index":0,\ndata: "delta":{"content":" in lines"}}]}\n\n`,
  `data: ${chunk({ tool_calls: [{ index: 0, id: "a", function: { name: "terminal", arguments: '{"a":' } }] })}\n\n`,
  `data: ${chunk({ tool_calls: [{ index: 0, function: { arguments: '"ü"}' } }] })}\n\n`,
  `data: ${chunk({}, "tool_calls")}\n\n`,
  `data: {"id":"c","choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4}}\n\n`,
  "data: [DONE]\n\n",
].join("");

const expected: readonly ModelEvent[] = [
  { type: "text-delta", text: "Oh, " },
  { type: "text-delta", text: "héllo" },
  { type: "text-delta", text: " wörld 🙂" },
  { type: "text-delta", text: 'a "quoted" \\ text' },
  { type: "text-delta", text: "a\ttab" },
  { type: "text-delta", text: "more" },
  { type: "text-delta", text: " plain" },
  { type: "text-delta", text: " in lines" },
  { type: "tool-call-start", id: "a", name: "terminal" },
  { type: "tool-call-delta", id: "a", arguments: '{"a":' },
  { type: "tool-call-delta", id: "a", arguments: '"ü"}' },
];

describe("events of an answer", () => {
  test.each([
    ["LF", answer],
    ["CRLF", answer.replaceAll("\n", "\r\n")],
    ["CR", answer.replaceAll("\n", "\r")],
    ["a byte order mark in front", `\uFEFF${answer.slice(answer.indexOf("data:"))}`],
    ["no end of line at the end", answer.trimEnd()],
  ])("are the same with %s, however the bytes are cut", { timeout: 120_000 }, async (_, text) => {
    const bytes = bytesOf(text);
    const cuts = fc.array(fc.nat({ max: bytes.length }), { maxLength: 12 });

    await fc.assert(
      fc.asyncProperty(cuts, async (places) => {
        const sorted = [0, ...places.toSorted((left, right) => left - right), bytes.length];
        const pieces = sorted.slice(1).map((end, index) => bytes.subarray(sorted[index], end));

        const events = await eventsOf(pieces);

        expect(events.slice(0, -1)).toEqual(expected);
        expect(events.at(-1)).toMatchObject({
          type: "finish",
          finishReason: "tool-calls",
          usage: { inputTokens: 3 },
        });
      }),
      runs(2000),
    );
  });

  test("are the same when every byte comes alone", async () => {
    const bytes = bytesOf(answer.replaceAll("\n", "\r\n"));

    const events = await eventsOf(Array.from(bytes, (byte) => Uint8Array.of(byte)));

    expect(events.slice(0, -1)).toEqual(expected);
  });

  test.each(modelsUnderTest)(
    "of $name: any text survives the way, cut anywhere",
    { timeout: 120_000 },
    async (under) => {
      const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 });
      await fc.assert(
        fc.asyncProperty(
          fc.array(text, { maxLength: 20 }),
          fc.integer({ min: 1, max: 60 }),
          async (chunks, bytesPerWrite) => {
            await using server = await startScriptedServer({ script: [{ chunks, raw: undefined }] });
            const wire = await rawAnswer(server.url + under.path);
            const pieces: Uint8Array[] = [];
            for (let at = 0; at < wire.length; at += bytesPerWrite)
              pieces.push(wire.subarray(at, at + bytesPerWrite));

            const events = await eventsOf(pieces, under);

            expect(events.filter((event) => event.type === "text-delta").map((event) => event.text)).toEqual(
              chunks,
            );
          },
        ),
        runs(200),
      );
    },
  );

  test("an error inside the stream is thrown with the words of the provider", async () => {
    const text = `data: ${chunk({ content: "a" })}\n\ndata: {"error":{"message":"The engine is on fire","code":400}}\n\n`;

    const reading = eventsOf([bytesOf(text)]);

    await expect(reading).rejects.toMatchObject({
      name: "ModelError",
      message: expect.stringContaining("on fire"),
    });
  });

  test("the bytes of an answer are read through real HTTP in writes of one byte", async () => {
    await using server = await startScriptedServer({ script: [{ raw: answer, bytesPerWrite: 1 }] });
    const model = openaiChat({ model: "m", baseUrl: server.openaiUrl });

    const events = await collect(model.stream(request, { signal: never }));

    expect(events.slice(0, -1)).toEqual(expected);
  });
});

async function rawAnswer(url: string): Promise<Uint8Array> {
  const response = await fetch(url, { method: "POST", body: JSON.stringify({ model: "m" }) });
  return new Uint8Array(await response.arrayBuffer());
}
