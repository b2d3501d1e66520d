import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anthropicMessages, openaiChat } from "../src/index.ts";
import type { ModelRequest } from "../src/index.ts";
import { type SchemaDialect, wireTools } from "../src/render/wire-tools.ts";
import { dialects, sent, tool } from "./support/schemas.ts";
import { collect, never } from "./support/models.ts";
import { runs } from "./support/runs.ts";

const object = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });
/** What becomes of the schema of one property. */
const property = (schema: unknown, dialect: SchemaDialect = {}): unknown =>
  (sent(object({ a: schema }), dialect)["properties"] as Record<string, unknown>)["a"]; // an object, as every test here

describe("parameters that every provider takes", () => {
  test.each([
    { type: "object", properties: {} },
    {
      type: "object",
      properties: {
        path: { type: "string", description: "Where.", minLength: 1 },
        n: { description: "How many.", type: "integer", minimum: 1, maximum: 10 },
        kind: { type: "string", enum: ["a", "b"] },
        tags: { type: "array", items: { type: "string" } },
        deep: { type: "object", properties: { x: { type: "boolean" } }, required: ["x"] },
      },
      required: ["path"],
    },
  ])("go through byte for byte", (parameters) => {
    for (const [, dialect] of dialects)
      expect(JSON.stringify(sent(parameters, dialect))).toBe(JSON.stringify(parameters));
  });

  test("keep what only Google refuses, for the others", () => {
    const parameters = {
      type: "object",
      properties: { a: { $ref: "#/$defs/A" }, b: { type: ["string", "null"], default: null } },
      additionalProperties: false,
      $defs: {
        A: {
          type: "object",
          properties: { next: { $ref: "#/$defs/A" } },
          additionalProperties: { type: "string" },
        },
      },
    };

    expect(JSON.stringify(sent(parameters))).toBe(JSON.stringify(parameters));
  });
});

describe("older drafts and other dialects of a schema", () => {
  test.each([
    ["a type of another language", { type: "Int" }, { type: "integer" }],
    ["dict and list", { type: "dict" }, { type: "object" }],
    ["any", { type: "any", description: "x" }, { description: "x" }],
    ["a list without items", { type: "list" }, { type: "array", items: {} }],
    ["a bare type", "str", { type: "string" }],
    ["several types", { type: ["str", "none", "str"] }, { type: ["string", "null"] }],
    [
      "schemas among types",
      { type: [{ type: "string" }, "int"] },
      { anyOf: [{ type: "string" }, { type: "integer" }] },
    ],
    [
      "exclusive by a flag",
      { type: "number", minimum: 1, exclusiveMinimum: true },
      { type: "number", exclusiveMinimum: 1 },
    ],
    [
      "not exclusive by a flag",
      { type: "number", maximum: 1, exclusiveMaximum: false },
      { type: "number", maximum: 1 },
    ],
    [
      "a tuple",
      { type: "array", items: [{ type: "string" }, "int"], additionalItems: false },
      { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], items: {}, maxItems: 2 },
    ],
    [
      "an enum of another type",
      { type: "string", enum: [1, "a", "a", null, {}] },
      { type: "string", enum: ["1", "a"] },
    ],
    ["an empty enum", { type: "string", enum: [] }, { type: "string" }],
    ["an enum without a type", { enum: ["a", "b"] }, { type: "string", enum: ["a", "b"] }],
    ["a const of another type", { type: "integer", const: "3" }, { type: "integer", const: 3 }],
    [
      "nullable",
      { type: "string", nullable: true, enum: ["a"] },
      { type: ["string", "null"], enum: ["a", null] },
    ],
    ["a default of another type", { type: "integer", default: "x" }, { type: "integer" }],
    [
      "a default outside of the enum",
      { type: "string", enum: ["a"], default: "b" },
      { type: "string", enum: ["a"] },
    ],
    [
      "oneOf",
      { oneOf: [{ type: "string" }, { type: "null" }] },
      { anyOf: [{ type: "string" }, { type: "null" }] },
    ],
    ["empty alternatives", { type: "string", anyOf: [] }, { type: "string" }],
    ["a pattern that looks around", { type: "string", pattern: "(?=a)b" }, { type: "string" }],
    ["a pattern that is none", { type: "string", pattern: "(" }, { type: "string" }],
    [
      "null instead of values",
      { type: "string", description: null, enum: null, minLength: null },
      { type: "string" },
    ],
    [
      "a description that is a list",
      { type: "string", description: ["a", "b"] },
      { type: "string", description: "a\nb" },
    ],
    ["numbers as text", { type: "string", minLength: "3", maxLength: -1 }, { type: "string", minLength: 3 }],
    [
      "names and extensions",
      { $id: "x", $schema: "y", id: "z", "x-order": 1, type: "string", example: 1 },
      { type: "string" },
    ],
    ["a reference to nothing", { $ref: "#/$defs/Gone", description: "x" }, { description: "x" }],
    ["a reference to elsewhere", { $ref: "https://a.b/c.json" }, {}],
    ["true", true, {}],
    ["null", null, {}],
  ])("%s", (_, schema, expected) => {
    expect(property(schema)).toEqual(expected);
  });

  test("required at a property is required of the object", () => {
    const parameters = sent(
      object({ a: { type: "string", required: true }, b: { type: "string", required: false } }),
    );

    expect(parameters).toEqual({
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      required: ["a"],
    });
  });

  test("definitions are $defs, under names that a reference can hold, and circles of references end", () => {
    const parameters = sent(
      object(
        {
          a: { $ref: "#/definitions/A%20B" },
          c: { $ref: "#/definitions/C" },
          d: { $ref: "#/properties/a" },
          e: { $ref: "#/properties/e" },
        },
        {
          definitions: {
            "A B": { type: "str" },
            C: { $ref: "#/definitions/D" },
            D: { $ref: "#/definitions/C" },
          },
        },
      ),
    );

    const [name = ""] = Object.keys(parameters["$defs"] as object); // seen below
    expect(name).toMatch(/^A_B_[0-9a-f]{8}$/);
    expect(parameters["$defs"]).toEqual({ [name]: { type: "string" }, C: {}, D: {} });
    expect(parameters["properties"]).toEqual({
      a: { $ref: `#/$defs/${name}` },
      c: {},
      d: { $ref: `#/$defs/${name}` },
      e: {},
    });
  });
});

describe("at the top", () => {
  test.each([
    ["nothing", undefined],
    ["an empty schema", {}],
    ["an object without properties", { type: "object" }],
    ["a list", []],
    ["null as a type", { type: null, properties: null, required: null }],
  ])("%s becomes an object without properties", (_, parameters) => {
    expect(sent(parameters)).toEqual({ type: "object", properties: {} });
  });

  test("alternatives become one object that requires what all of them do", () => {
    const parameters = sent({
      anyOf: [
        object(
          { id: { type: "string" }, n: { type: "integer" } },
          { required: ["id", "n"], additionalProperties: false },
        ),
        { $ref: "#/definitions/B" },
      ],
      definitions: { B: object({ id: { type: "integer" } }, { required: ["id"] }) },
    });

    expect(parameters).toMatchObject({
      type: "object",
      properties: { id: { anyOf: [{ type: "string" }, { type: "integer" }] }, n: { type: "integer" } },
      required: ["id"],
    });
    expect(parameters).not.toHaveProperty("anyOf");
  });

  test("what is no object goes into one, and comes out of it again", () => {
    const tools = wireTools([tool({ type: "array", items: { type: "string" } })]);

    expect(tools.definitions[0]?.parameters).toEqual({
      type: "object",
      properties: { input: { type: "array", items: { type: "string" } } },
      required: ["input"],
    });
    expect(tools.fromWire("t", '{"input":["a"]}')).toBe('["a"]');
    expect(tools.toWire("t", '["a"]')).toBe('{"input":["a"]}');
  });
});

describe("for Google", () => {
  const gemini = { form: "gemini" } as const;

  test.each([
    ["types with null", { type: ["string", "null"] }, { type: "string", nullable: true }],
    [
      "several types",
      { type: ["string", "integer"], description: "x" },
      {
        anyOf: [
          { type: "string", description: "x" },
          { type: "integer", description: "x" },
        ],
      },
    ],
    [
      "an alternative to null",
      { anyOf: [{ type: "string" }, { type: "null" }] },
      { type: "string", nullable: true },
    ],
    [
      "all of several",
      { allOf: [object({ x: { type: "string" } }, { required: ["x"] }), object({ y: { type: "integer" } })] },
      { type: "object", properties: { x: { type: "string" }, y: { type: "integer" } }, required: ["x"] },
    ],
    ["a const", { const: "a" }, { type: "string", enum: ["a"] }],
    [
      "an enum of numbers",
      { type: "integer", enum: [1, 2], description: "Level." },
      { type: "integer", description: "Level. One of: 1, 2." },
    ],
    ["a format that it does not know", { type: "string", format: "uri" }, { type: "string" }],
    [
      "open objects",
      { type: "object", additionalProperties: { type: "string" }, patternProperties: { "^a": {} } },
      { type: "object" },
    ],
    [
      "required names without a property",
      object({ x: { type: "string" } }, { required: ["x", "y"] }),
      object({ x: { type: "string" } }, { required: ["x"] }),
    ],
    ["no type", { description: "x" }, { type: "string", description: "x" }],
    ["items of any kind", { type: "array" }, { type: "array", items: { type: "string" } }],
    ["exclusive bounds", { type: "number", exclusiveMinimum: 1 }, { type: "number", minimum: 1 }],
  ])("%s", (_, schema, expected) => {
    expect(property(schema, gemini)).toEqual(expected);
  });

  test("references are written out, those in a circle once", () => {
    const parameters = object(
      { tree: { $ref: "#/$defs/T" } },
      { $defs: { T: object({ next: { $ref: "#/$defs/T" }, v: { type: "string" } }) } },
    );

    expect(sent(parameters, gemini)).toEqual(
      object({ tree: object({ next: { type: "object" }, v: { type: "string" } }) }),
    );
  });
});

describe("names", () => {
  const odd = object(
    {
      "user id": { type: "string", title: "user id" },
      $filter: object({ "a/b": { type: "integer" } }, { required: ["a/b"] }),
      plain: { type: "string" },
    },
    { required: ["user id"] },
  );

  test("of properties that a provider refuses are replaced, and the model's arguments are put back", async () => {
    const bodies: {
      tools: { function: { parameters: { properties: object; required: string[] } } }[];
      messages: unknown[];
    }[] = [];
    const tools: ModelRequest["tools"] = [tool(odd)];
    const model = openaiChat({
      model: "m",
      fetch: async (_url, init) => {
        bodies.push(JSON.parse(Buffer.from(init?.body as Uint8Array).toString())); // the adapters send bytes alone
        const names = Object.keys(bodies[0]?.tools[0]?.function.parameters.properties ?? {});
        const args = JSON.stringify({ [names[0] ?? ""]: "u", plain: "a\nb" }).replace("\\n", "\n");
        const call = { index: 0, id: "c", function: { name: "t", arguments: args } };
        const events = [{ choices: [{ delta: { tool_calls: [call] }, finish_reason: "tool_calls" }] }];
        return new Response(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));
      },
    });
    const messages: ModelRequest["messages"] = [{ role: "user", content: [{ type: "text", text: "hi" }] }];

    const events = await collect(model.stream({ system: "", tools, messages }, { signal: never }));
    const finish = events.at(-1);
    if (finish?.type !== "finish") throw new Error("There is no finish.");
    await collect(
      model.stream({ system: "", tools, messages: [...messages, finish.message] }, { signal: never }),
    );

    const own = '{"user id":"u","plain":"a\\nb"}';
    expect(finish.message.content).toEqual([{ type: "tool-call", id: "c", name: "t", arguments: own }]);
    expect(events).toContainEqual({ type: "tool-call-delta", id: "c", arguments: own });
    const { properties = {}, required = [] } = bodies[0]?.tools[0]?.function.parameters ?? {};
    for (const name of Object.keys(properties)) expect(name).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/);
    expect(Object.keys(properties)).toContain(required[0]);
    expect(Object.values(properties)[0]).toEqual({ type: "string", title: "user id" });
    expect(JSON.stringify(bodies[1]?.messages)).toContain(`{\\"${required[0]}\\":\\"u\\"`);
  });

  test("are restored exactly, whatever the arguments are", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: "grapheme" }), { maxLength: 8 }),
        fc.jsonValue(),
        fc.constantFrom(...dialects),
        (names, value, [, dialect]) => {
          const properties = Object.fromEntries(
            names.map((name) => [name, { type: "array", items: object({ [name]: {} }) }]),
          );
          const tools = wireTools([tool(object(properties))], dialect);
          const args = JSON.stringify(Object.fromEntries(names.map((name) => [name, [{ [name]: value }]])));

          const shown = tools.toWire("t", args);

          expect(JSON.parse(tools.fromWire("t", shown))).toEqual(JSON.parse(args));
          const known = tools.definitions[0]?.parameters["properties"] as object; // the schema is an object's
          expect(Object.keys(JSON.parse(shown))).toEqual(Object.keys(known));
        },
      ),
      runs(3000),
    );
  });

  test("of tools with dots, slashes or too many characters are replaced, and mean the same tools", () => {
    const names = ["github.create/issue", "x".repeat(100), `${"x".repeat(99)}y`, "ünï", "plain-name_1"];
    const tools = wireTools(names.map((name) => tool({}, name)));

    expect(tools.definitions.map(({ name }) => tools.nameOf(name))).toEqual(names);
    for (const { name } of tools.definitions) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  });
});

test("a description that OpenAI finds too long goes on in that of the parameters", () => {
  const words = Array.from({ length: 400 }, (_, index) => `word${index}`).join(" ");
  const [definition] = wireTools([{ ...tool({ description: "Own." }), description: words }], {
    maxDescriptionChars: 1024,
  }).definitions;

  expect(definition?.description.length).toBeLessThanOrEqual(1024);
  const whole = `${definition?.description}${String(definition?.parameters["description"])}`;
  expect(whole.replace("……", " ")).toBe(`${words}\n\nOwn.`);
});

test("definitions are worked out once for a conversation", async () => {
  let reads = 0;
  const tools: ModelRequest["tools"] = [
    {
      name: "t",
      description: "",
      get parameters() {
        reads += 1;
        return { type: "object" };
      },
    },
  ];
  const model = anthropicMessages({
    model: "claude-sonnet-4-5",
    fetch: async () => new Response('data: {"type":"message_delta","delta":{"stop_reason":"end_turn"}}\n\n'),
  });
  const messages: ModelRequest["messages"] = [{ role: "user", content: [{ type: "text", text: "hi" }] }];

  for (let round = 0; round < 3; round++) {
    await collect(model.stream({ system: `s${round}`, tools, messages }, { signal: never }));
  }

  expect(reads).toBe(1);
});
