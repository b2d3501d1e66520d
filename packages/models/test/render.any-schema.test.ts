import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "./support/runs.ts";
import { dialects, sent } from "./support/schemas.ts";

/** Schemas as bad servers write them: every keyword with every kind of value, at every depth. */
const anySchema = fc.letrec<{ schema: unknown; any: unknown }>((tie) => ({
  any: fc.oneof(
    fc.constantFrom<unknown>(
      null,
      true,
      false,
      "",
      "str",
      "any",
      "object",
      1,
      -1,
      1.5,
      "3",
      [],
      {},
      "#/$defs/A",
      "#/definitions/A",
      "#",
      "#/properties/a",
      "(?=x)",
      "^a$",
      ["a", "a"],
      [1, "1", null],
    ),
    fc.jsonValue({ maxDepth: 2 }),
    tie("schema"),
    fc.array(tie("schema"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b c", "$x", "__proto__", "type"), tie("schema"), { maxKeys: 3 }),
  ),
  schema: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<unknown>({}, "string", true, { type: "string" }),
    fc.dictionary(
      fc.constantFrom(
        ..."type properties required items prefixItems additionalItems additionalProperties patternProperties enum const default nullable oneOf anyOf allOf not if then $ref $defs definitions $schema $id id pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxItems uniqueItems description title examples dependentRequired dependentSchemas dependencies propertyNames contains unevaluatedProperties x-foo".split(
          " ",
        ),
      ),
      tie("any"),
      { maxKeys: 6 },
    ),
  ),
})).schema;

describe.each(dialects)("for %s, whatever a server says of its parameters", (_, dialect) => {
  const ajv = new Ajv2020({ strict: false, logger: false, addUsedSchema: false });

  test(
    "what is sent is valid JSON Schema 2020-12 of an object, stays the same when sent again, and comes out alike",
    { timeout: 120_000 },
    () => {
      fc.assert(
        fc.property(fc.oneof(anySchema, fc.jsonValue()), (parameters) => {
          const given = JSON.stringify(parameters);

          const once = sent(parameters, dialect);

          expect(() => ajv.compile(once)).not.toThrow();
          expect(once).toMatchObject({ type: "object", properties: {} });
          for (const key of ["anyOf", "oneOf", "allOf", "not", "enum", "$ref"])
            expect(once).not.toHaveProperty(key);
          expect(JSON.stringify(sent(once, dialect))).toBe(JSON.stringify(once));
          expect(JSON.stringify(sent(parameters, dialect))).toBe(JSON.stringify(once));
          expect(JSON.stringify(parameters)).toBe(given);
        }),
        runs(3000),
      );
    },
  );
});
