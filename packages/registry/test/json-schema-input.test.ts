import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool, readerOf, ToolRegistry, allowAll } from "../src/index.ts";
import type { JsonSchema, Tool } from "../src/index.ts";

const find: JsonSchema = {
  type: "object",
  properties: {
    query: { type: "string", minLength: 2 },
    limit: { type: "integer", minimum: 1, default: 5 },
    order: { enum: ["newest", "oldest"] },
  },
  required: ["query"],
};

function toolWith(input: JsonSchema): Tool {
  return defineTool({ name: "find", description: "", input, execute: (args) => args });
}

test.each([
  [{ query: "cats" }, { query: "cats", limit: 5 }],
  [
    { query: "cats", limit: "3" },
    { query: "cats", limit: 3 },
  ],
  ['{"query":"cats"}', { query: "cats", limit: 5 }],
])("by a JSON Schema, %j is read as %j", (args, value) => {
  expect(toolWith(find).parse(args)).toEqual({ ok: true, value });
});

test("by a JSON Schema, what does not fit is named as by a zod schema", () => {
  expect(toolWith(find).parse({ limit: 0, order: "newst", quer: "x" })).toEqual({
    ok: false,
    problems: [
      '"query" is missing: expected a string.',
      '"limit": must be at least 1, received 0.',
      '"order": expected one of "newest", "oldest", received "newst" (did you mean "newest"?).',
      '"quer" is unknown: did you mean "query"? (known here: query, limit, order)',
    ],
  });
});

test("the model sees the JSON Schema as it was given, and that other arguments are refused", () => {
  expect(toolWith(find).parameters()).toEqual({ ...find, additionalProperties: false });
});

const unusable: readonly JsonSchema[] = [
  { type: "string" },
  {},
  { type: "object", not: { required: ["a"] } },
];

test.each(unusable)("a tool that takes %j is refused when it is defined", (schema) => {
  expect(() => toolWith(schema)).toThrow(expect.objectContaining({ code: "SCHEMA_INVALID" }));
});

test("a registry refuses a tool whose name no provider takes", () => {
  const tool = { ...toolWith(find), name: "find it" };

  expect(() => new ToolRegistry({ guard: allowAll }).register(tool)).toThrow(
    expect.objectContaining({ code: "TOOL_INVALID" }),
  );
});

const person = z.object({ name: z.string(), age: z.int() });
/** Like a schema of another library: nothing of zod but the standard. */
const standard = { "~standard": person["~standard"] };

test.each([
  ["a zod schema", person],
  ["a Standard Schema", standard],
  ["a JSON Schema", z.toJSONSchema(person) as JsonSchema],
])(
  "data are read by %s: coerced where it is surely meant, else with the problem named",
  async (_, schema) => {
    const reader = readerOf(schema);

    expect(reader.schema).toMatchObject({ type: "object", required: ["name", "age"] });
    expect(await reader.read({ name: "Ada", age: "36" })).toEqual({
      ok: true,
      value: { name: "Ada", age: 36 },
    });
    const refused = await reader.read({ name: "Ada", age: "old" });
    expect(refused.ok ? [] : refused.problems).toEqual([expect.stringContaining('"age"')]);
  },
);

test("a Standard Schema that can't be written as JSON Schema is refused at once", () => {
  const jsonSchema = {
    input() {
      throw new Error("no such thing");
    },
  };

  expect(() => readerOf({ "~standard": { ...person["~standard"], jsonSchema } })).toThrow(
    expect.objectContaining({ code: "SCHEMA_INVALID" }),
  );
});
