import { isRecord, namesIn, type Schema, typesIn, without } from "./schema-values.ts";

/** The name under which a schema that is no object goes into one. */
export const wrappedName = "input";

/** Providers refuse these at the top; the tool validates its input anyway. */
const refusedAtTop = [
  "anyOf",
  "oneOf",
  "allOf",
  "not",
  "if",
  "then",
  "else",
  "enum",
  "const",
  "$ref",
  "default",
];

export interface ObjectSchema {
  readonly schema: Schema;
  /** True when the tool wants what stands under `wrappedName`, and not the object around it. */
  readonly wrapped: boolean;
}

/**
 * A normalised schema as that of an object with properties, the only one that providers take for parameters. The
 * properties of alternatives at the top become those of the object; a schema of anything but objects goes into one.
 */
export function objectSchema(schema: Schema): ObjectSchema {
  const parts = partsOf(schema, schema, 0);
  const isObject = parts.some(
    (part) => part.schema["properties"] !== undefined || typesIn(part.schema).includes("object"),
  );
  const says = parts.some(
    ({ schema: part }) => typesIn(part).length > 0 || "enum" in part || "const" in part,
  );
  if (!isObject && says) return { schema: wrapped(schema), wrapped: true };
  return { schema: merged(schema, parts), wrapped: false };
}

function wrapped(schema: Schema): Schema {
  const { $defs } = schema;
  const inner = without(schema, "$defs");
  return {
    type: "object",
    properties: { [wrappedName]: inner },
    required: [wrappedName],
    ...($defs === undefined ? {} : { $defs }),
  };
}

interface Part {
  readonly schema: Schema;
  /** Whether it applies always, or is one of several of which one does. */
  readonly always: boolean;
  /** Which of the alternatives it belongs to. */
  readonly choice: string;
}

/** What a schema is made of: itself, what it refers to, and its alternatives. */
function partsOf(schema: Schema, root: Schema, depth: number, choice = ""): readonly Part[] {
  const parts: Part[] = [{ schema, always: choice === "", choice }];
  if (depth > 8) return parts;
  const target = definitionOf(schema["$ref"], root);
  if (target !== undefined) parts.push(...partsOf(target, root, depth + 1, choice));
  for (const part of listOf(schema["allOf"])) parts.push(...partsOf(part, root, depth + 1, choice));
  const branches = [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])];
  for (const [index, branch] of branches.entries()) {
    parts.push(...partsOf(branch, root, depth + 1, `${choice}/${index}`));
  }
  return parts;
}

function definitionOf(reference: unknown, root: Schema): Schema | undefined {
  if (typeof reference !== "string" || !reference.startsWith("#/$defs/")) return undefined;
  const { $defs } = root;
  const found = isRecord($defs) ? $defs[reference.slice("#/$defs/".length)] : undefined;
  return isRecord(found) ? found : undefined;
}

function listOf(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function merged(schema: Schema, parts: readonly Part[]): Schema {
  const properties = new Map<string, Schema[]>();
  const isPlain = parts.length === 1;
  for (const { schema: part } of parts) {
    if (!isRecord(part["properties"])) continue;
    for (const [name, property] of Object.entries(part["properties"])) {
      const known = properties.get(name) ?? [];
      const json = JSON.stringify(property);
      if (isRecord(property) && !known.some((other) => JSON.stringify(other) === json)) known.push(property);
      properties.set(name, known);
    }
  }
  const result: Record<string, unknown> = { ...without(schema, ...refusedAtTop) };
  if (typeof schema["type"] === "string") result["type"] = "object";
  result["properties"] = Object.fromEntries(
    [...properties].map(([name, schemas]) => [name, schemas.length === 1 ? schemas[0] : { anyOf: schemas }]),
  );
  const required = requiredOf(parts);
  if (!isPlain && required.length > 0) result["required"] = required;
  // Closed against the properties of one part, the object would be closed against those of the others.
  if (!isPlain && result["additionalProperties"] === false) delete result["additionalProperties"];
  return typeof schema["type"] === "string" ? result : { type: "object", ...without(result, "type") };
}

/** What is required in any case: by what applies always, or by every alternative. */
function requiredOf(parts: readonly Part[]): string[] {
  const names = new Set(
    parts.filter(({ always }) => always).flatMap((part) => namesIn(part.schema["required"]) ?? []),
  );
  const choices = new Map<string, string[]>();
  for (const { schema, always, choice } of parts) {
    if (always) continue;
    choices.set(choice, [...(choices.get(choice) ?? []), ...(namesIn(schema["required"]) ?? [])]);
  }
  const [first = [], ...others] = choices.values();
  for (const name of first) if (others.every((other) => other.includes(name))) names.add(name);
  return [...names];
}
