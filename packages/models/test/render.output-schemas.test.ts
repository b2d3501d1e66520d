import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { outputDialects } from "../src/render/schema/output-dialects.ts";
import { outputWire } from "../src/render/schema/output-wire.ts";
import { wireKey } from "../src/render/wire-text.ts";
import { answers, asSaid, type Schema } from "./support/outputs.ts";
import { runs } from "./support/runs.ts";

const dialects = ["openai", "anthropic", "gemini", "any"] as const;
const ajv = new Ajv2020({ strict: false, logger: false, addUsedSchema: false, validateFormats: false });
const object = (properties: Schema, more: Schema = {}): Schema => ({ type: "object", properties, ...more });
const closed = (properties: Schema, required: readonly string[]): Schema =>
  object(properties, { required, additionalProperties: false });
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: "null" }] });

const text = { type: "string" };
const whole = { type: "integer", minimum: 1 };
const person = object({ name: { ...text, minLength: 1 }, age: whole }, { required: ["name"] });
const firstName = wireKey("first name");
const tree = object({ of: text, next: { $ref: "#" } }, { required: ["of"] });

describe("a schema of an answer", () => {
  test.each([
    [
      "openai",
      "an object: all is required, what was optional may be null",
      person,
      closed({ name: { ...text, description: "(minLength: 1)" }, age: orNull(whole) }, ["name", "age"]),
      { name: "a", age: null },
      { name: "a" },
    ],
    [
      "anthropic",
      "an object: bounds are told in words",
      person,
      closed(
        {
          name: { ...text, description: "(minLength: 1)" },
          age: { type: "integer", description: "(minimum: 1)" },
        },
        ["name"],
      ),
      { name: "a" },
      { name: "a" },
    ],
    [
      "gemini",
      "an object: it stays open",
      person,
      object({ name: { ...text, description: "(minLength: 1)" }, age: whole }, { required: ["name"] }),
      { name: "a" },
      { name: "a" },
    ],
    [
      "openai",
      "a list goes into an object",
      { type: "array", items: text },
      closed({ value: { type: "array", items: text } }, ["value"]),
      { value: ["a"] },
      ["a"],
    ],
    [
      "gemini",
      "a list stays one",
      { type: "array", items: text },
      { type: "array", items: text },
      ["a"],
      ["a"],
    ],
    [
      "anthropic",
      "names of the model's own choosing are a list of pairs",
      object({ ages: { type: "object", additionalProperties: { type: "integer" } } }, { required: ["ages"] }),
      closed(
        {
          ages: { type: "array", items: closed({ key: text, value: { type: "integer" } }, ["key", "value"]) },
        },
        ["ages"],
      ),
      { ages: [{ key: "b c", value: 1 }] },
      { ages: { "b c": 1 } },
    ],
    [
      "openai",
      "anything is a text with JSON in it",
      object({ data: { description: "Free." } }, { required: ["data"] }),
      closed({ data: { ...text, description: "Free. A JSON text" } }, ["data"]),
      { data: '{"a":[1]}' },
      { data: { a: [1] } },
    ],
    [
      "anthropic",
      "names that are refused are replaced",
      object({ "first name": text }, { required: ["first name"] }),
      closed({ [firstName]: text }, [firstName]),
      { [firstName]: "a" },
      { "first name": "a" },
    ],
    [
      "gemini",
      "a value that is fixed is a list of one",
      object({ kind: { const: "a" } }),
      object({ kind: { type: "string", enum: ["a"] } }, { required: [] }),
      { kind: "a" },
      { kind: "a" },
    ],
    [
      "openai",
      "a schema that refers to itself keeps doing so",
      tree,
      {
        ...closed({ of: text, next: orNull({ $ref: "#/$defs/answer" }) }, ["of", "next"]),
        $defs: { answer: closed({ of: text, next: orNull({ $ref: "#/$defs/answer" }) }, ["of", "next"]) },
      },
      { of: "a", next: { of: "b", next: null } },
      { of: "a", next: { of: "b" } },
    ],
  ] as const)("for %s: %s", (dialect, _, schema, expected, said, meant) => {
    const wire = outputWire(schema, dialect);

    expect(wire.schema).toEqual(expected);
    expect(ajv.compile(wire.schema)(said)).toBe(true);
    expect(wire.fromWire === undefined ? said : wire.fromWire(said)).toEqual(meant);
  });

  test("that a provider takes as it is comes back untouched", () => {
    const schema = closed({ a: text, b: { type: "array", items: whole } }, ["a", "b"]);

    expect(outputWire(schema, "openai")).toEqual({ schema, wrapped: undefined, fromWire: undefined });
  });
});

describe.each(dialects)("for %s", (dialect) => {
  test("every value goes into the provider's form and comes back as it was", { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(
        answers.chain(({ schema, value }) => fc.tuple(fc.constant(schema), value)),
        ([schema, value]) => {
          const fits = (item: unknown, part: Schema): boolean =>
            ajv.compile({ ...part, $defs: schema["$defs"] })(item);
          expect(fits(value, schema)).toBe(true);

          const wire = outputWire(schema, dialect);
          const inner = asSaid(value, schema, { dialect, fits });
          const said = wire.wrapped === undefined ? inner : { [wire.wrapped]: inner };

          const valid = ajv.compile(wire.schema);
          expect(valid(said) ? "valid" : valid.errors).toBe("valid");
          expect(wire.fromWire === undefined ? said : wire.fromWire(said)).toEqual(value);
        },
      ),
      runs(800),
    );
  });

  test(
    "nothing goes out that the provider refuses, and whatever comes back is no exception",
    { timeout: 120_000 },
    () => {
      fc.assert(
        fc.property(answers, fc.jsonValue(), ({ schema }, said) => {
          const wire = outputWire(schema, dialect);

          expect(refused(wire.schema, dialect)).toEqual([]);
          expect(outputWire(schema, dialect).schema).toEqual(wire.schema);
          wire.fromWire?.(said);
        }),
        runs(400),
      );
    },
  );
});

/** What a provider would refuse of a schema, with its place. */
function refused(schema: Schema, dialect: (typeof dialects)[number]): readonly string[] {
  if (dialect === "any") return [];
  const rules = outputDialects[dialect];
  const known = new Set([
    ...rules.keywords,
    ..."type title description enum anyOf properties required additionalProperties items".split(" "),
    ...(rules.constants ? ["const"] : []),
    ...(rules.references ? ["$ref", "$defs"] : []),
  ]);
  const problems: string[] = [];
  if (rules.rootObject && schema["type"] !== "object") problems.push("the top is no object");
  const visit = (node: unknown, place: string): void => {
    if (typeof node !== "object" || node === null) return;
    const part: Schema = Object(node);
    for (const key of Object.keys(part)) if (!known.has(key)) problems.push(`${place}: ${key}`);
    const properties: Schema = Object(part["properties"] ?? {});
    const names = Object.keys(properties);
    if (part["type"] === "object" && rules.closed && part["additionalProperties"] !== false)
      problems.push(`${place}: is open`);
    if (rules.allRequired && names.some((name) => !(part["required"] as string[]).includes(name)))
      // checked by the compiler of schemas
      problems.push(`${place}: not all is required`);
    for (const name of names) {
      if (rules.plainNames && !/^[\w.-]{1,64}$/.test(name)) problems.push(`${place}: is called ${name}`);
      visit(properties[name], `${place}.${name}`);
    }
    for (const key of ["items", "additionalProperties"]) visit(part[key], `${place}.${key}`);
    for (const branch of (part["anyOf"] ?? []) as unknown[]) visit(branch, `${place}|`); // lists by the schema's own rules
    for (const definition of Object.values(Object(part["$defs"] ?? {}))) visit(definition, `${place}#`);
  };
  visit(schema, "");
  return problems;
}
