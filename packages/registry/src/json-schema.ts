import type { JsonSchema } from "./tool.ts";

/** Types of JSON Schema that a value has: a whole number is an `integer` and a `number`. */
export function typesOf(value: unknown): readonly string[] {
  if (value === null) return ["null"];
  if (Array.isArray(value)) return ["array"];
  if (typeof value === "number") return Number.isInteger(value) ? ["integer", "number"] : ["number"];
  return [typeof value];
}

/** Types that a schema names; empty when it names none. */
export function namedTypes(schema: JsonSchema): readonly string[] {
  const { type } = schema;
  return typeof type === "string" ? [type] : asList(type).filter((item) => typeof item === "string");
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Schemas one of which applies: those of `anyOf` or `oneOf`, or else the schema itself. */
export function alternatives(schema: JsonSchema): readonly JsonSchema[] {
  const branches = asList(schema["anyOf"] ?? schema["oneOf"]).filter(isRecord);
  return branches.length > 0 ? branches : [schema];
}

/** Follows `$ref` within `root`. A reference that leads nowhere, or in a circle, gives a schema that allows everything. */
export function dereference(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let current = schema;
  for (let steps = 0; steps < 20; steps++) {
    const reference = current["$ref"];
    if (typeof reference !== "string") return current;
    current = lookUp(reference, root);
  }
  return {};
}

function lookUp(reference: string, root: JsonSchema): JsonSchema {
  let node: unknown = root;
  for (const part of reference.split("/").slice(1))
    node = own(node, part.replaceAll("~1", "/").replaceAll("~0", "~"));
  return isRecord(node) ? node : {};
}

/** The schema of a property or an item; undefined when the schema says nothing about it. */
export function child(schema: JsonSchema, key: string | number): JsonSchema | undefined {
  const found =
    typeof key === "number"
      ? (asList(schema["prefixItems"])[key] ?? schema["items"])
      : (own(schema["properties"], key) ?? schema["additionalProperties"]);
  return isRecord(found) ? found : undefined;
}

function own(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Names of the properties that must be there. */
export function requiredKeys(schema: JsonSchema): ReadonlySet<string> {
  return new Set(asList(schema["required"]).filter((key) => typeof key === "string"));
}
