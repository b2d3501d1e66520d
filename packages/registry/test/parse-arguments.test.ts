import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../src/index.ts";
import type { Tool } from "../src/index.ts";
import { propertyRuns } from "./property-runs.ts";

function toolWith(input: z.ZodObject): Tool {
  return defineTool({ name: "probe", toolset: "test", description: "", input, execute: () => undefined });
}

function parsed(input: z.ZodObject, args: unknown): unknown {
  const result = toolWith(input).parse(args);
  return result.ok ? result.value : result.problems;
}

test.each<[string, z.ZodType, unknown, unknown]>([
  ["a number in text", z.number(), "3.5", 3.5],
  ["a whole number in text", z.int(), " 42 ", 42],
  ["a number with an exponent", z.int(), "1e3", 1000],
  ["a truth value in text", z.boolean(), "True", true],
  ["false in text", z.boolean(), "false", false],
  ["a number where text is wanted", z.string(), 7, "7"],
  ["null in text where null may be", z.number().nullable(), "null", null],
  ["a bare item where a list is wanted", z.array(z.string()), "one", ["one"]],
  ["a bare number where a list of numbers is wanted", z.array(z.int()), "5", [5]],
  ["a list in text", z.array(z.int()), '["1", 2]', [1, 2]],
  ["an object in text", z.object({ n: z.int() }), '{"n": "1"}', { n: 1 }],
  ["items of a list", z.array(z.boolean()), ["true", false], [true, false]],
  [
    "an object inside a list inside text",
    z.array(z.object({ id: z.string() })),
    '[{"id": 1}]',
    [{ id: "1" }],
  ],
  ["values of a record", z.record(z.string(), z.int()), { a: "1" }, { a: 1 }],
  ["the first fitting member of a union", z.union([z.int(), z.boolean()]), "true", true],
  ["text stays text where a union allows it", z.union([z.string(), z.int()]), "3", "3"],
  [
    "the member of a union that its fixed value names",
    z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("a"), n: z.string() }),
      z.object({ kind: z.literal("b"), n: z.int() }),
    ]),
    { kind: "b", n: "1" },
    { kind: "b", n: 1 },
  ],
])("coerces %s", (_, schema, given, expected) => {
  expect(parsed(z.object({ value: schema }), { value: given })).toEqual({ value: expected });
});

test("null for an optional argument counts as left out", () => {
  const input = z.object({ path: z.string(), limit: z.int().optional(), depth: z.int().default(2) });

  expect(parsed(input, { path: "a", limit: null, depth: null })).toEqual({ path: "a", depth: 2 });
});

test("all arguments as one JSON text are read", () => {
  expect(parsed(z.object({ n: z.int() }), '{"n": "2"}')).toEqual({ n: 2 });
});

test.each([undefined, null, "", {}])("a tool without required arguments accepts %j", (args) => {
  expect(parsed(z.object({ n: z.int().optional() }), args)).toEqual({});
});

test.each<[string, z.ZodType, unknown]>([
  ["words as a number", z.number(), "many"],
  ["a broken number", z.int(), "3.5"],
  ["infinity", z.number(), "Infinity"],
  ["digits beyond what a number keeps", z.number(), "12345678901234567890"],
  ["yes as a truth value", z.boolean(), "yes"],
  ["a list in broken JSON", z.array(z.string()), '["a", "b'],
  ["an object in broken JSON", z.object({}), "{a"],
  ["null as a list", z.array(z.string()), null],
])("refuses %s", (_, schema, given) => {
  expect(toolWith(z.object({ value: schema })).parse({ value: given }).ok).toBe(false);
});

test("a list that refers to itself by its schema is coerced to any depth", () => {
  interface Node {
    readonly id: string;
    readonly children: readonly Node[];
  }
  const node: z.ZodType<Node> = z.lazy(() => z.object({ id: z.string(), children: z.array(node) }));

  expect(parsed(z.object({ root: node }), { root: { id: 1, children: [{ id: 2, children: [] }] } })).toEqual({
    root: { id: "1", children: [{ id: "2", children: [] }] },
  });
});

test("every problem is named with its place, what is expected and what was received", () => {
  const input = z.object({
    path: z.string(),
    limit: z.int().min(1).max(10).optional(),
    action: z.enum(["add", "remove"]),
    items: z.array(z.object({ status: z.enum(["open", "done"]) })),
    tags: z.array(z.string()).max(1).optional(),
  });

  expect(
    parsed(input, {
      pth: "a",
      limit: "many",
      action: "ad",
      items: [{ status: "open" }, { status: 5 }, {}],
      tags: ["a", "b"],
    }),
  ).toEqual([
    '"path" is missing: expected a string.',
    '"limit": expected a whole number, received "many".',
    '"action": expected one of "add", "remove", received "ad" (did you mean "add"?).',
    '"items[1].status": expected one of "open", "done", received 5.',
    '"items[2].status" is missing: expected one of "open", "done".',
    '"tags": must have at most 1 items, received a list.',
    '"pth" is unknown: did you mean "path"? (known here: path, limit, action, items, tags)',
  ]);
});

test("only problems are reported when the rest could be coerced", () => {
  const input = z.object({
    item: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("a"), n: z.int(), flag: z.boolean() }),
      z.object({ kind: z.literal("b") }),
    ]),
  });

  expect(parsed(input, '{"item": {"kind": "a", "n": "1", "flag": "maybe"}}')).toEqual([
    '"item.flag": expected true or false, received "maybe".',
  ]);
});

test("a deeply nested value with a multitude of ways to be read is answered", () => {
  interface Tree {
    readonly a?: Tree | undefined;
    readonly b?: Tree | undefined;
  }
  const tree: z.ZodType<Tree> = z.lazy(() => z.union([z.object({ a: tree }), z.object({ b: tree })]));
  let value: unknown = "end";
  for (let depth = 0; depth < 60; depth++) value = { a: value, b: value, c: 1 };

  expect(toolWith(z.object({ tree })).parse({ tree: value }).ok).toBe(false);
});

test("unknown arguments pass where the author says so", () => {
  expect(parsed(z.looseObject({ a: z.int() }), { a: 1, b: 2 })).toEqual({ a: 1, b: 2 });
});

test("an author's own check speaks in its own words", () => {
  const input = z.object({ n: z.int().refine((n) => n % 2 === 0, "Give an even number") });

  expect(parsed(input, { n: 3 })).toEqual(['"n": give an even number, received 3.']);
});

test("a schema that throws is a problem, not an exception", () => {
  const input = z.object({
    n: z.int().transform(() => {
      throw new Error("broken schema");
    }),
  });

  expect(parsed(input, { n: 3 })).toEqual(["The value can't be checked: broken schema."]);
});

const rich = z.object({
  text: z.string(),
  count: z.int().min(0).optional(),
  flag: z.boolean().nullable(),
  list: z.array(z.union([z.string(), z.number()])).default([]),
  nested: z.object({ deep: z.array(z.object({ id: z.string() })) }).optional(),
  record: z.record(z.string(), z.union([z.boolean(), z.array(z.string())])).optional(),
});

test("parsing never throws, whatever is sent", () => {
  const tool = toolWith(rich);
  const keys = fc.constantFrom("text", "count", "flag", "list", "nested", "record", "__proto__", "other");

  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.dictionary(keys, fc.anything()), fc.json()), (args) => {
      const result = tool.parse(args);
      if (!result.ok) expect(result.problems.length).toBeGreaterThan(0);
    }),
    propertyRuns(20_000),
  );
});

interface Pair {
  readonly schema: z.ZodType;
  readonly value: fc.Arbitrary<unknown>;
}

/** Schemas with the values that fit them. */
const pairs: fc.Arbitrary<Pair> = fc.letrec<{ readonly pair: Pair }>((tie) => ({
  pair: fc.oneof(
    { maxDepth: 3 },
    fc.constant({ schema: z.string(), value: fc.oneof(fc.string(), fc.json(), fc.constant("null")) }),
    fc.constant({ schema: z.int(), value: fc.integer() }),
    fc.constant({ schema: z.number(), value: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
    fc.constant({ schema: z.boolean(), value: fc.boolean() }),
    fc.constant({ schema: z.enum(["1", "true"]), value: fc.constantFrom("1", "true") }),
    tie("pair").map(({ schema, value }) => ({ schema: schema.nullable(), value: fc.option(value) })),
    tie("pair").map(({ schema, value }) => ({
      schema: z.array(schema),
      value: fc.array(value, { maxLength: 3 }),
    })),
    fc
      .tuple(tie("pair"), tie("pair"))
      .map(([a, b]) => ({ schema: z.union([a.schema, b.schema]), value: fc.oneof(a.value, b.value) })),
    fc.tuple(tie("pair"), tie("pair")).map(([a, b]) => ({
      schema: z.object({ a: a.schema, b: b.schema.optional() }),
      value: fc.record({ a: a.value, b: b.value }, { requiredKeys: ["a"] }),
    })),
  ),
})).pair;

test("a value that fits its schema is never changed, even beside one that has to be coerced", () => {
  const cases = pairs.chain(({ schema, value }) => fc.tuple(fc.constant(schema), value));

  fc.assert(
    fc.property(cases, ([schema, value]) => {
      const tool = toolWith(z.object({ value: schema, other: z.int() }));
      expect(tool.parse({ value, other: 1 })).toEqual({
        ok: true,
        value: { value: schema.parse(value), other: 1 },
      });
      expect(tool.parse({ value, other: "1" })).toEqual({
        ok: true,
        value: { value: schema.parse(value), other: 1 },
      });
    }),
    propertyRuns(10_000),
  );
});
