import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalizeSchema } from "../../src/client/lists/normalize-schema.ts";
import { harmlessText } from "../../src/client/texts/harmless-text.ts";
import { listen, modernHandler, sessionHandler } from "./fixtures/http-server.ts";
import { openTest, rawServer, sdkServer, soon, testLog, testMemory } from "./fixtures/test-entry.ts";

const tool = (name: string, more: object = {}) => ({ name, inputSchema: { type: "object" }, ...more });
const nested = (depth: number): object => (depth === 0 ? {} : { items: nested(depth - 1) });

describe("pages", () => {
  test("all pages are fetched, in the order of the alphabet", async () => {
    const server = openTest(rawServer(testLog(), { pages: 30 }));

    const { tools, leftOut } = await server.list({ signal: soon() });

    expect(tools.map(({ name }) => name)).toEqual(
      Array.from({ length: 30 }, (_, at) => `t${String(at).padStart(4, "0")}`),
    );
    expect(leftOut).toEqual([]);
  });

  test("pages that go round in a circle end, and so does a list without an end", async () => {
    const circle = await openTest(rawServer(testLog(), { pages: 9, circle: true })).list({ signal: soon() });
    const endless = await openTest(rawServer(testLog(), { pages: 1e9 })).list({ signal: soon() });

    expect(circle.leftOut).toEqual([expect.stringContaining("circle")]);
    expect(endless.tools).toHaveLength(100);
    expect(endless.leftOut).toEqual(["Of its tools, what follows page 100."]);
  });

  test("no more than 1,000 tools are taken", async () => {
    const tools = Array.from({ length: 1_500 }, (_, at) => tool(`t${String(at)}`));
    const catalogue = await openTest(rawServer(testLog(), { tools })).list({ signal: soon() });

    expect(catalogue.tools).toHaveLength(1_000);
    expect(catalogue.leftOut).toEqual(["Of its tools, those after the first 1,000."]);
  });
});

test("tools that can't be used are left out one by one, each with its reason", async () => {
  const tools = [
    tool("good", { description: "a\u001b[31mb\u{E0041}\u202e" }),
    tool("good"),
    tool("long", { description: "x".repeat(4_001) }),
    tool("deep", { inputSchema: { type: "object", properties: { a: nested(40) } } }),
    tool("large", { inputSchema: { type: "object", description: "x".repeat(70_000) } }),
    tool("outside", {
      inputSchema: { type: "object", properties: { a: { $ref: "https://evil.example/schema" } } },
    }),
    tool("in\u200bvisible"),
    tool("list", { inputSchema: [] }),
    { description: "nameless" },
    tool("hinted", { annotations: { readOnlyHint: true, destructiveHint: "yes" } }),
  ];
  const server = openTest(rawServer(testLog(), { tools }));

  const catalogue = await server.list({ signal: soon() });

  expect(catalogue.tools.map(({ name, description, hints }) => [name, description, hints.readOnly])).toEqual([
    ["good", "ab", false],
    ["hinted", "", true],
  ]);
  expect(catalogue.leftOut.toSorted()).toEqual([
    "A tool without a name.",
    'The tool "deep": its schema is deeper than 32 levels.',
    'The tool "good": there is another one of this name.',
    'The tool "invisible": its name is longer than 128 characters or has characters that are not shown.',
    'The tool "large": its schema is larger than 64 kB.',
    'The tool "list": its schema is no object.',
    'The tool "long": its description is longer than 4,000 characters.',
    'The tool "outside": its schema refers to something outside of it.',
  ]);
});

describe("changes", () => {
  test.each([
    ["stdio, 2026-07-28", async () => openTest(sdkServer("both"))],
    ["stdio, 2025-11-25", async () => openTest(sdkServer("legacy"))],
    [
      "HTTP, 2025-11-25",
      async () => openTest({ type: "http", url: (await listen(sessionHandler())).url, headers: {} }),
    ],
  ] as const)("a tool that is added is listed by itself, and told once (%s)", async (_name, open) => {
    const server = await open();
    const before = await server.list({ signal: soon() });
    let changes = 0;
    server.onChange((change) => (changes += change === "catalogue" ? 1 : 0));

    // The stream over which word comes is opened beside the first calls.
    await expect
      .poll(
        async () => {
          await server.callTool(
            "grow",
            { name: `leaf${String(Math.random()).slice(2)}` },
            { signal: soon() },
          );
          return changes;
        },
        { interval: 300, timeout: 30_000 },
      )
      .toBeGreaterThan(0);

    expect(server.known?.tools.length).toBeGreaterThan(before.tools.length);
  });

  test("a list that its server calls stale at once is fetched anew each time", async () => {
    let lists = 0;
    const handler = modernHandler();
    const { url } = await listen((request, response) => {
      if (request.headers["mcp-method"] === "tools/list") lists += 1;
      handler(request, response);
    });
    const server = openTest({ type: "http", url, headers: {} });

    await server.list({ signal: soon() });
    const first = lists;
    await server.list({ signal: soon() });

    // The SDK says so (`ttlMs: 0`) of what it is told nothing about.
    expect([first, lists]).toEqual([1, 2]);
  });

  test("what is remembered is what was listed, and a damaged memory is none", async () => {
    const memory = testMemory();
    const first = openTest(sdkServer("both"), { options: { memory } });
    const listed = await first.list({ signal: soon() });
    await first[Symbol.asyncDispose]();
    const second = openTest(sdkServer("both"), { options: { memory } });
    await expect.poll(() => second.known).toEqual(JSON.parse(JSON.stringify(listed)));

    for (const key of memory.texts.keys()) memory.texts.set(key, '{"version":1,"catalogue":{"tools":[1]}}');
    const third = openTest(sdkServer("both"), { options: { memory } });
    const again = await third.list({ signal: soon() });

    expect(again.tools).toEqual(listed.tools);
  });
});

describe("schemas", () => {
  test("a schema gets the shape that models take, and keeps what it says", () => {
    const of = (raw: unknown): unknown => {
      const read = normalizeSchema(raw);
      return read.ok ? read.schema : read.problem;
    };

    expect(of(undefined)).toEqual({ type: "object", properties: {} });
    expect(of({ properties: { a: true } })).toEqual({ type: "object", properties: { a: true } });
    expect(
      of({ type: "object", properties: { a: { type: "string", nullable: true, enum: ["x"] } } }),
    ).toEqual({
      type: "object",
      properties: { a: { type: ["string", "null"], enum: ["x", null] } },
    });
    expect(of({ $defs: { a: { type: "string" } }, properties: { b: { $ref: "#/$defs/a" } } })).toEqual({
      type: "object",
      $defs: { a: { type: "string" } },
      properties: { b: { $ref: "#/$defs/a" } },
    });
    expect(of({ type: "object", oneOf: [{ required: ["a"] }, { required: ["b"] }] })).toMatchObject({
      oneOf: [{}, {}],
    });
  });

  test("any value is read or refused, and what is read is an object that stays the same", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const read = normalizeSchema(value);
        if (!read.ok) return read.problem.length > 0;
        const again = normalizeSchema(read.schema);
        return (
          read.schema["type"] === "object" &&
          again.ok &&
          JSON.stringify(again.schema) === JSON.stringify(read.schema)
        );
      }),
    );
  });
});

test("a text that was made harmless has no controls, is of limited length, and stays as it is when read again", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.integer({ min: 1, max: 200 }),
      (text, max) => {
        const once = harmlessText(text, max);
        // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
        return (
          once.length <= max &&
          !/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E]/u.test(once) &&
          harmlessText(once, max) === once
        );
      },
    ),
  );
});
