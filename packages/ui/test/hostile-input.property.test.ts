import fc from "fast-check";
import { expect, test } from "vitest";
import { scripted } from "@hermes/agent-loop";
import { createAgUiHandler, createChatHandler } from "../src/index.ts";
import { inMemory } from "./support/in-process.ts";
import { json, request, said, textOf } from "./support/requests.ts";
import { readEvents } from "./support/sse-client.ts";

const long = process.env["HERMES_TEST_LONG"] === "1";

const part = fc.oneof(
  fc.record({ type: fc.constant("text"), text: fc.string({ unit: "binary" }) }),
  fc.record({
    type: fc.constant("file"),
    mediaType: fc.oneof(fc.constantFrom("image/png", "text/html", "image/*", "a/b\r\nc: d"), fc.string()),
    url: fc.oneof(
      fc.constantFrom(
        "data:,",
        "data:image/png;base64,",
        "data:x;base64,AAAA",
        "data:;base64",
        "https://",
        "https://a@b",
        "javascript:1",
      ),
      fc.base64String().map((data) => `data:image/png;base64,${data}`),
      fc.webUrl(),
      fc.string({ unit: "binary" }),
    ),
    filename: fc.option(fc.oneof(fc.constantFrom("../../x", "a\nb", "\0"), fc.string()), { nil: undefined }),
  }),
  fc.record({
    type: fc.constant("tool-remove"),
    state: fc.constant("approval-responded"),
    approval: fc.record({
      id: fc.oneof(fc.constantFrom("__proto__", "a1"), fc.string()),
      approved: fc.boolean(),
    }),
  }),
  fc.object(),
  fc.jsonValue(),
);
const oddId = fc.oneof(
  fc.constantFrom(
    "s",
    "..",
    ".",
    "a/b",
    "a\\b",
    "__proto__",
    "constructor",
    "%2e%2e",
    "ä",
    "x".repeat(129),
    "",
  ),
  fc.string({ unit: "binary" }),
);
const oddBody = fc.oneof(
  fc.record({
    id: oddId,
    trigger: fc.option(fc.constantFrom("submit-message", "regenerate-message", "x"), { nil: undefined }),
    messages: fc.array(
      fc.record({
        id: fc.option(fc.string(), { nil: undefined }),
        role: fc.constantFrom("user", "assistant", "system"),
        parts: fc.array(part, { maxLength: 4 }),
      }),
      { maxLength: 2 },
    ),
  }),
  fc.record({
    threadId: oddId,
    runId: fc.constantFrom("r", ""),
    messages: fc.array(
      fc.record({
        id: fc.string(),
        role: fc.constantFrom("user", "tool"),
        content: fc.oneof(fc.string(), fc.array(part, { maxLength: 3 })),
      }),
      { maxLength: 2 },
    ),
    resume: fc.option(
      fc.array(
        fc.record({
          interruptId: oddId,
          status: fc.constantFrom("resolved", "cancelled"),
          payload: fc.jsonValue(),
        }),
        { maxLength: 2 },
      ),
      { nil: undefined },
    ),
  }),
  fc.jsonValue(),
);

test("whatever is posted is answered by a stream, or by a code that is no fault of the server", async () => {
  const sent = scripted(() => ({ text: "Yes." }));
  const faults: unknown[] = [];
  const options = { ...inMemory(sent), onError: (error: unknown) => void faults.push(error) };
  const doors = [createChatHandler(options), createAgUiHandler(options)];

  await fc.assert(
    fc.asyncProperty(oddBody, async (body) => {
      for (const door of doors) {
        const answer = await door.POST(
          request("", { method: "POST", headers: json, body: JSON.stringify(body) }),
        );
        if (answer.status === 200) expect(await textOf(answer)).toMatch(/finish|RUN_/);
        else
          expect([answer.status, await answer.json()]).toEqual([
            expect.toSatisfy((status) => status >= 400 && status < 500),
            { error: { code: expect.any(String), message: expect.any(String) } },
          ]);
      }
      expect(faults).toEqual([]);
    }),
    long ? { numRuns: 20_000 } : { numRuns: 150, seed: 20_261_123 },
  );
});

const number = fc
  .oneof(fc.integer({ min: 0, max: 20 }), fc.nat(), fc.constant(36 ** 9 - 1))
  .map((value) => value.toString(36));
const forged = fc.oneof(
  fc
    .tuple(
      fc.array(number, { minLength: 6, maxLength: 6 }),
      fc.option(fc.tuple(fc.stringMatching(/^[0-9a-z]{1,16}$/), number)),
    )
    .map(([numbers, place]) => [numbers.join("-"), ...(place ?? [])].join(".")),
  fc.string({ unit: "binary" }),
  fc.constant(`${"1-".repeat(100_000)}1`),
);

test("a forged cursor reads nothing but the session whose reader sent it, once, and never a fault", async () => {
  const options = inMemory(
    scripted(({ messages }) => ({
      text: JSON.stringify(messages.at(-1)).includes("other") ? "Theirs." : "Mine.",
    })),
  );
  const faults: unknown[] = [];
  const handler = createChatHandler({ ...options, onError: (error) => void faults.push(error) });
  await textOf(await handler.POST(said("me", {}, "mine")));
  await textOf(await handler.POST(said("other", {}, "theirs")));
  const cursors: string[] = [];
  for await (const { id } of readEvents(await handler.GET(request("/theirs/events"))))
    if (id !== undefined) cursors.push(id);

  await fc.assert(
    fc.asyncProperty(fc.oneof(forged, fc.constantFrom(...cursors)), async (cursor) => {
      const answer = await handler.GET(
        request(`/mine/events?cursor=${encodeURIComponent(cursor.toWellFormed())}`),
      );
      const text = answer.status === 200 ? await textOf(answer) : await answer.text();
      expect([200, 400]).toContain(answer.status);
      expect(text).not.toContain("Theirs.");
      expect(faults).toEqual([]);
    }),
    long ? { numRuns: 20_000 } : { numRuns: 150, seed: 20_261_123 },
  );
});

test("readers that take nothing keep neither the turn nor memory", async () => {
  const size = long ? 1_000 : 200;
  const chunks = Array.from({ length: 2_000 }, (_, index) => `word ${index} `.padEnd(100, "."));
  const options = inMemory(
    scripted(({ messages }) => (messages.length > 1 ? { text: "Next." } : { chunks })),
  );
  const handler = createChatHandler(options);
  const first = await handler.POST(said("Go."));
  const slow = await Promise.all(
    Array.from({ length: size }, async () => await handler.GET(request("/s/events"))),
  );
  const before = process.memoryUsage().heapUsed;

  expect(await textOf(first)).toContain('"finish"');
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(150_000_000);
  expect(await textOf(await handler.POST(said("And now?")))).toContain("Next.");
  expect(await textOf(slow[0] ?? new Response())).toContain("word 1999");
  await Promise.all(slow.slice(1).map(async ({ body }) => await body?.cancel()));
});
