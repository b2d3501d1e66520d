import { mapTexts, type JsonSchema } from "@hermes/registry";
import { harmlessText } from "../texts/harmless-text.ts";
import { isRecord } from "../texts/is-record.ts";

const maxDepth = 32;
const maxBytes = 64_000;

export type NormalizedSchema =
  | { readonly ok: true; readonly schema: JsonSchema }
  | { readonly ok: false; readonly problem: string };

/**
 * Makes the schema of a tool one that models take: its root is an object with properties, and `nullable` becomes a union.
 * References stay where they lead within the schema; others, too deep and too large ones are refused. What describes is made
 * harmless; names and values that hide something are refused, since they would have to be sent back as they are.
 */
export function normalizeSchema(raw: unknown): NormalizedSchema {
  if (raw === undefined) return { ok: true, schema: { type: "object", properties: {} } };
  if (!isRecord(raw)) return { ok: false, problem: "its schema is no object" };
  const problem = findProblem(raw, 0);
  if (problem !== undefined) return { ok: false, problem };
  // Measured after the depth: what is too deep can't be written down.
  if (Buffer.byteLength(JSON.stringify(raw)) > maxBytes)
    return { ok: false, problem: `its schema is larger than ${String(maxBytes / 1_000)} kB` };
  const schema = mapTexts(unionOfNullable(raw), { text: harmless });
  const { type: _type, ...rest } = isRecord(schema) ? schema : {};
  return { ok: true, schema: { type: "object", ...(hasShape(rest) ? {} : { properties: {} }), ...rest } };
}

function hasShape(schema: JsonSchema): boolean {
  return ["properties", "anyOf", "oneOf", "allOf", "$ref"].some((key) => key in schema);
}

function findProblem(value: unknown, depth: number): string | undefined {
  if (depth > maxDepth) return `its schema is deeper than ${String(maxDepth)} levels`;
  if (Array.isArray(value)) return firstProblem(value, depth);
  if (!isRecord(value)) return undefined;
  for (const key of ["$ref", "$dynamicRef", "$recursiveRef"]) {
    const target = value[key];
    if (typeof target === "string" && !target.startsWith("#"))
      return "its schema refers to something outside of it";
  }
  const { enum: choices, const: only } = value;
  if ([...Object.keys(value), ...(Array.isArray(choices) ? choices : []), only].some(hides))
    return "its schema has names or values with characters that are not shown";
  return firstProblem(Object.values(value), depth);
}

function hides(value: unknown): boolean {
  return typeof value === "string" && harmless(value) !== value;
}

function harmless(text: string): string {
  return harmlessText(text, text.length);
}

function firstProblem(values: readonly unknown[], depth: number): string | undefined {
  for (const value of values) {
    const problem = findProblem(value, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** `nullable: true` of OpenAPI, which JSON Schema does not know, said as a union. Everything else stays as it is. */
function unionOfNullable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unionOfNullable);
  if (!isRecord(value)) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unionOfNullable(item)]));
  if (value["nullable"] !== true || typeof value["type"] !== "string") return copy;
  const { nullable: _nullable, ...rest } = copy;
  const choices = Array.isArray(rest["enum"]) ? { enum: [...rest["enum"], null] } : {};
  return { ...rest, type: [value["type"], "null"], ...choices };
}
