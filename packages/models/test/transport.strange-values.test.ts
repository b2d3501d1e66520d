import fc from "fast-check";
import { expect, test } from "vitest";
import { parseModels } from "../src/index.ts";
import type { ModelEvent, ModelRequest, Usage } from "../src/index.ts";
import { eventFrame } from "../src/testing/wire-converse.ts";
import { parseRetryAfter } from "../src/resilience/parse-retry-after.ts";
import { collect, modelsUnderTest, never } from "./support/models.ts";
import { runs } from "./support/runs.ts";

const request: ModelRequest = {
  system: "s",
  tools: [{ name: "terminal", description: "Run.", parameters: { type: "object" } }],
  messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
};

const sse = (...events: readonly unknown[]): string =>
  events.map((event) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`).join("");

/** Whatever JSON can hold, and the numbers that hurt. */
const strange = fc.oneof(
  fc.constantFrom<unknown>(
    1e300,
    -1,
    -1e300,
    1.5,
    0,
    2 ** 53,
    "12",
    "1e300",
    "NaN",
    "",
    null,
    true,
    [],
    {},
    [1e300],
  ),
  fc.jsonValue(),
);

/** An answer of "Hello" and one call in each protocol, with numbers of the test's choice wherever there is one. */
const answers: Readonly<Record<string, (number: () => unknown) => string | Uint8Array>> = {
  gemini: (number) =>
    sse(
      {
        candidates: [
          {
            index: number(),
            content: {
              parts: [{ text: "Hello" }, { functionCall: { id: "a", name: "terminal", args: {} } }],
            },
            finishReason: "STOP",
          },
        ],
        usageMetadata: {
          promptTokenCount: number(),
          cachedContentTokenCount: number(),
          candidatesTokenCount: number(),
          thoughtsTokenCount: number(),
        },
      },
      "[DONE]",
    ),
  ollama: (number) =>
    [
      { message: { content: "Hello" }, done: false },
      {
        message: {
          tool_calls: [{ id: "a", function: { index: number(), name: "terminal", arguments: {} } }],
        },
      },
      { done: true, prompt_eval_count: number(), eval_count: number(), total_duration: number() },
    ]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(""),
  converse: (number) =>
    Buffer.concat(
      [
        ["contentBlockDelta", { contentBlockIndex: number(), delta: { text: "Hello" } }] as const,
        [
          "contentBlockStart",
          { contentBlockIndex: 77, start: { toolUse: { toolUseId: "a", name: "terminal" } } },
        ] as const,
        ["contentBlockDelta", { contentBlockIndex: 77, delta: { toolUse: { input: "{}" } } }] as const,
        ["messageStop", { stopReason: "tool_use" }] as const,
        [
          "metadata",
          { usage: { inputTokens: number(), outputTokens: number(), cacheReadInputTokens: number() } },
        ] as const,
      ].map(([type, body]) =>
        eventFrame({ ":event-type": type, ":message-type": "event" }, JSON.stringify(body)),
      ),
    ),
  chat: (number) =>
    sse(
      { created: number(), choices: [{ index: number(), delta: { content: "Hello" } }] },
      {
        choices: [
          {
            index: number(),
            delta: {
              tool_calls: [{ index: number(), id: "a", function: { name: "terminal", arguments: "{}" } }],
            },
          },
        ],
      },
      { choices: [{ delta: {}, finish_reason: "tool_calls" }] },
      {
        choices: [],
        usage: {
          prompt_tokens: number(),
          completion_tokens: number(),
          cost: number(),
          prompt_tokens_details: { cached_tokens: number(), cache_write_tokens: number() },
          completion_tokens_details: { reasoning_tokens: number() },
        },
      },
      "[DONE]",
    ),
  messages: (number) =>
    sse(
      {
        type: "message_start",
        message: {
          usage: {
            input_tokens: number(),
            cache_read_input_tokens: number(),
            cache_creation_input_tokens: number(),
          },
        },
      },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "Hello" } },
      {
        type: "content_block_start",
        index: 1,
        content_block: { type: "tool_use", id: "a", name: "terminal", input: {} },
      },
      { type: "content_block_stop", index: 1 },
      {
        type: "message_delta",
        delta: { stop_reason: "tool_use" },
        usage: { output_tokens: number(), output_tokens_details: { thinking_tokens: number() } },
      },
      { type: "message_stop" },
    ),
  responses: (number) =>
    sse(
      {
        type: "response.output_text.delta",
        output_index: 0,
        content_index: 0,
        sequence_number: number(),
        delta: "Hello",
      },
      {
        type: "response.output_item.done",
        output_index: 1,
        item: { type: "function_call", call_id: "a", name: "terminal", arguments: "{}" },
      },
      {
        type: "response.completed",
        response: {
          created_at: number(),
          usage: {
            input_tokens: number(),
            output_tokens: number(),
            input_tokens_details: { cached_tokens: number() },
            output_tokens_details: { reasoning_tokens: number() },
          },
        },
      },
    ),
};

async function eventsOf(raw: string | Uint8Array, name: string): Promise<ModelEvent[]> {
  const under = modelsUnderTest.find((known) => known.name === name);
  if (under === undefined) throw new Error(`There is no model "${name}".`);
  return collect(
    under.make({ fetch: async () => new Response(Buffer.from(raw)) }).stream(request, { signal: never }),
  );
}

function expectSane({ costUsd = 0, ...counts }: Usage): void {
  for (const count of Object.values(counts)) {
    expect(Number.isSafeInteger(count)).toBe(true);
    expect(count).toBeGreaterThanOrEqual(0);
  }
  expect(costUsd).toBeGreaterThanOrEqual(0);
  expect(Number.isFinite(costUsd)).toBe(true);
}

test.each(Object.keys(answers))("of %s: no number of a provider harms an answer", async (name) => {
  await fc.assert(
    fc.asyncProperty(fc.array(strange, { minLength: 8, maxLength: 8 }), async (numbers) => {
      let at = 0;
      const raw = answers[name]?.(() => numbers[at++ % numbers.length]) ?? "";

      const finish = (await eventsOf(raw, name)).at(-1);

      if (finish?.type !== "finish") throw new Error("There is no finish.");
      expect(finish.message.content).toMatchObject([
        { text: "Hello" },
        { name: "terminal", arguments: "{}" },
      ]);
      expectSane(finish.usage);
    }),
    runs(300),
  );
});

test.each(["chat", "messages", "responses", "gemini"])(
  "of %s: events and fields that nobody knows change nothing",
  { timeout: 120_000 },
  async (name) => {
    const plain = String(answers[name]?.(() => 3) ?? "");
    const expected = await eventsOf(plain, name);
    const unknown = fc.record({
      type: fc.constantFrom("response.new_thing", "future_event", "ping"),
      future: fc.jsonValue(),
    });

    await fc.assert(
      fc.asyncProperty(
        fc.array(unknown, { minLength: 1, maxLength: 4 }),
        fc.jsonValue(),
        async (events, field) => {
          const lines = plain.split("\n\n").flatMap((line, index) => {
            const strangers =
              events[index] === undefined ? [] : [`event: x\ndata: ${JSON.stringify(events[index])}`];
            const more = line.startsWith("data: {")
              ? line.replace("data: {", () => `data: {"zz_future":${JSON.stringify(field)},`)
              : line;
            return [...strangers, more];
          });

          expect(await eventsOf(lines.join("\n\n"), name)).toEqual(expected);
        },
      ),
      runs(300),
    );
  },
);

test("lists of models with any values in place of numbers are read, and hold sane numbers alone", async () => {
  const entry = fc.record({
    context_length: strange,
    max_tokens: strange,
    meta: fc.oneof(strange, fc.record({ n_ctx: strange })),
    top_provider: fc.oneof(strange, fc.record({ max_completion_tokens: strange })),
    pricing: fc.oneof(
      strange,
      fc.record({ prompt: strange, completion: strange }),
      fc.record({ input: strange, output: strange }),
    ),
  });

  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 3 }), async (entries) => {
      const models = await parseModels({
        data: entries.map((fields, index) => ({ id: `m${index}`, ...fields })),
      });

      expect(models).toHaveLength(entries.length);
      for (const { contextWindow = 1, maxOutputTokens = 1, price } of models) {
        for (const count of [contextWindow, maxOutputTokens]) {
          expect(Number.isSafeInteger(count) && count > 0).toBe(true);
        }
        for (const dollars of [price?.input ?? 0, price?.output ?? 0]) {
          expect(Number.isFinite(dollars) && dollars >= 0).toBe(true);
        }
      }
    }),
    runs(1000),
  );
});

test.each(["9".repeat(400), "1e300", "-5", "Fri, 31 Dec 275760 23:59:59 GMT", "soon", "", "0.5"])(
  "a wait of %j is one that a timer can keep, or none",
  (value) => {
    for (const header of ["retry-after", "retry-after-ms"]) {
      const waitMs = parseRetryAfter((name) => (name === header ? value : undefined), 0) ?? 0;

      expect(waitMs >= 0 && waitMs < 2 ** 31).toBe(true);
    }
  },
);
