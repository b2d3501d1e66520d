import fc, { type Arbitrary } from "fast-check";
import { outputDialects } from "../../src/render/schema/output-dialects.ts";
import type { OutputDialectName } from "../../src/render/schema/output-dialects.ts";
import { wireKey } from "../../src/render/wire-text.ts";

export type Schema = { readonly [key: string]: unknown };

/** A schema as people write it, and values under it. */
export interface Case {
  readonly schema: Schema;
  readonly value: Arbitrary<unknown>;
  /** Whether null is a value of its own. */
  readonly nullable?: boolean;
}

const words = fc.constantFrom("", "a", "two words", '"quoted"', "🙂", "2026-11-23");

const scalar: Arbitrary<Case> = fc.constantFrom<Case>(
  { schema: { type: "string", minLength: 0, description: "Some." }, value: words },
  { schema: { type: "string", enum: ["a", "b"] }, value: fc.constantFrom("a", "b") },
  { schema: { enum: ["a", 1, null] }, value: fc.constantFrom("a", 1, null), nullable: true },
  { schema: { const: "only" }, value: fc.constant("only") },
  { schema: { type: "integer", minimum: 0, maximum: 9 }, value: fc.integer({ min: 0, max: 9 }) },
  { schema: { type: "number" }, value: fc.constantFrom(0, -1.5, 1e21) },
  { schema: { type: "boolean" }, value: fc.boolean() },
  { schema: { type: ["string", "null"], maxLength: 20 }, value: fc.option(words), nullable: true },
  {
    schema: { type: "array", items: { type: "number" }, minItems: 2, uniqueItems: true },
    value: fc.constant([1, 2]),
  },
  { schema: {}, value: fc.jsonValue({ maxDepth: 2 }).map(normal) },
  { schema: { type: "object" }, value: fc.constantFrom({}, { a: [1] }) },
);

const names = fc.constantFrom("a", "b c", "ü", "value", "key", "x".repeat(70));

function objectOf(parts: readonly (readonly [string, Case, boolean])[], more: Schema): Case {
  const required = parts.flatMap(([name, , needed]) => (needed ? [name] : []));
  const properties = fromEntries(parts.map(([name, part]) => [name, part.schema]));
  const values = parts.map(([, part, needed]) =>
    // Absent and null are one on the wire, where null is a value of its own.
    needed || part.nullable === true ? part.value : fc.option(part.value, { nil: undefined }),
  );
  return {
    schema: { type: "object", properties, ...(required.length > 0 ? { required } : {}), ...more },
    value: fc
      .tuple(...values)
      .map((made) =>
        fromEntries(
          parts.flatMap(([name], at) => (made[at] === undefined ? [] : [[name, made[at]] as const])),
        ),
      ),
  };
}

const { answer } = fc.letrec<{ part: Case; answer: Case; object: Case }>((tie) => ({
  object: fc
    .tuple(
      fc.uniqueArray(fc.tuple(names, tie("part"), fc.boolean()), {
        selector: ([name]) => name,
        maxLength: 4,
      }),
      fc.constantFrom<Schema>({ additionalProperties: false }, {}),
    )
    .map(([parts, more]) =>
      objectOf(
        parts.length === 0
          ? [["a", { schema: { type: "null" }, value: fc.constant(null), nullable: true }, true]]
          : parts,
        more,
      ),
    ),
  part: fc.oneof(
    { depthSize: "small", withCrossShrink: true, maxDepth: 3 },
    { weight: 3, arbitrary: scalar },
    tie("object"),
    tie("part").map(({ schema, value }) => ({
      schema: { type: "array", items: schema },
      value: fc.array(value, { maxLength: 3 }),
    })),
    tie("part").map(({ schema, value }) => ({
      schema: { type: "object", additionalProperties: schema },
      value: fc
        .uniqueArray(fc.tuple(names, value), { selector: ([name]) => name, maxLength: 3 })
        .map(fromEntries),
    })),
    fc.constant<Case>({
      schema: {
        type: "array",
        prefixItems: [{ type: "string" }, { type: "integer" }],
        minItems: 2,
        maxItems: 2,
      },
      value: fc.tuple(words, fc.integer()),
    }),
    fc.tuple(tie("object"), tie("object")).map(([one, two]): Case => {
      const cases = [one, two].map((each, at) =>
        objectOf(
          [
            ["kind", { schema: { const: `k${at}` }, value: fc.constant(`k${at}`) }, true],
            ["of", each, true],
          ],
          { additionalProperties: false },
        ),
      );
      return {
        schema: { oneOf: cases.map(({ schema }) => schema), description: "One of two." },
        value: fc.oneof(...cases.map(({ value }) => value)),
      };
    }),
    // A tree that refers to itself.
    fc.constant<Case>({
      schema: { $ref: "#/$defs/Tree" },
      value: fc.letrec<{ tree: unknown }>((own) => ({
        tree: fc.record(
          {
            name: words,
            left: fc.oneof(
              { depthSize: "small", withCrossShrink: true },
              fc.constant({ name: "leaf" }),
              own("tree"),
            ),
          },
          { requiredKeys: ["name"] },
        ),
      })).tree,
    }),
  ),
  answer: tie("part").map(({ schema, value }): Case => ({
    schema: { ...schema, $defs: { Tree: tree } },
    value,
  })),
}));

const tree: Schema = {
  type: "object",
  properties: { name: { type: "string" }, left: { $ref: "#/$defs/Tree" } },
  required: ["name"],
  additionalProperties: false,
};

export const answers: Arbitrary<Case> = answer;

/** The same rules once more, from the value: what a provider's model would say. */
export function asSaid(
  value: unknown,
  schema: Schema,
  {
    dialect,
    fits,
    path = [],
  }: { dialect: OutputDialectName; fits: (value: unknown, schema: Schema) => boolean; path?: string[] },
): unknown {
  if (dialect === "any") return value;
  const rules = outputDialects[dialect];
  const how = { dialect, fits, path };
  if (schema["$ref"] !== undefined) {
    if (!rules.references && path.includes("Tree")) return JSON.stringify(value);
    return asSaid(value, tree, { ...how, path: [...path, "Tree"] });
  }
  if (Array.isArray(schema["oneOf"])) {
    const branch = schema["oneOf"].find((each: Schema) => fits(value, each));
    return asSaid(value, branch, how);
  }
  const keys = Object.keys(schema).filter((key) => key !== "$defs");
  const properties = recordAt(schema, "properties");
  const more = recordAt(schema, "additionalProperties");
  if (keys.length === 0) return JSON.stringify(value);
  if (schema["type"] === "object" && properties === undefined) {
    if (more === undefined) return rules.closed ? JSON.stringify(value) : value;
    const entries = Object.entries(Object(value));
    if (rules.closed) return entries.map(([key, item]) => ({ key, value: asSaid(item, more, how) }));
    return value;
  }
  if (properties !== undefined && typeof value === "object" && value !== null) {
    const own = new Map(Object.entries(value));
    const said: [string, unknown][] = [];
    for (const [name, part] of Object.entries(properties)) {
      const wire = rules.plainNames ? wireKey(name) : name;
      if (own.has(name)) said.push([wire, asSaid(own.get(name), Object(part), how)]);
      else if (rules.allRequired) said.push([wire, null]);
    }
    return fromEntries(said);
  }
  const items = recordAt(schema, "items");
  if (Array.isArray(value) && items !== undefined) return value.map((item) => asSaid(item, items, how));
  return value;
}

function recordAt(schema: Schema, key: string): Schema | undefined {
  const value = schema[key];
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object(value) : undefined;
}

function fromEntries(entries: readonly (readonly [string, unknown])[]): Schema {
  return Object.fromEntries(entries);
}

/** Minus zero is zero in JSON. */
function normal(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
