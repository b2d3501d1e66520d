import {
  alternatives,
  asList,
  child,
  dereference,
  isRecord,
  namedTypes,
  requiredKeys,
  typesOf,
} from "./json-schema.ts";
import type { JsonSchema } from "./tool.ts";

/**
 * Brings arguments into the types that a schema asks for, where what is meant is beyond doubt:
 * `"3"` → 3, `3` → `"3"`, `"true"` → true, `"null"` → null, a bare item → a list of one, JSON text → the list or
 * object it describes. Null for an optional property that can't be null counts as left out.
 *
 * Whatever already has one of the types asked for stays as it is, and so does what can't be brought into any.
 */
export function coerceArguments(value: unknown, schema: JsonSchema): unknown {
  return new Coercion(schema).apply(value, schema);
}

class Coercion {
  readonly #root: JsonSchema;

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  apply(value: unknown, schema: JsonSchema): unknown {
    const resolved = dereference(schema, this.#root);
    const whole = asList(resolved["allOf"])
      .filter(isRecord)
      .reduce((current: unknown, part) => this.apply(current, part), value);
    const branches = alternatives(resolved).map((branch) => dereference(branch, this.#root));
    const asItIs = branches.find((branch) => this.#fits(whole, branch));
    if (asItIs !== undefined) return this.#descend(whole, asItIs);
    for (const branch of branches) {
      const converted = this.#convert(whole, branch);
      if (this.#fits(converted, branch)) return this.#descend(converted, branch);
    }
    const [only = {}] = branches;
    return branches.length === 1 ? this.#descend(whole, only) : whole;
  }

  /** Type and fixed values agree; what is deeper down is looked at by `descend`. */
  #fits(value: unknown, schema: JsonSchema): boolean {
    const types = namedTypes(schema);
    if (types.length > 0 && !typesOf(value).some((type) => types.includes(type))) return false;
    if ("const" in schema && schema["const"] !== value) return false;
    if ("enum" in schema && !asList(schema["enum"]).includes(value)) return false;
    const nested = asList(schema["anyOf"] ?? schema["oneOf"]).filter(isRecord);
    if (nested.length > 0 && !nested.some((branch) => this.#fits(value, dereference(branch, this.#root))))
      return false;
    return !isRecord(value) || fixedPropertiesFit(value, schema);
  }

  #convert(value: unknown, schema: JsonSchema): unknown {
    const types = namedTypes(schema);
    if (types.length === 0 || typesOf(value).some((type) => types.includes(type))) return value;
    for (const type of types) {
      const converted = type === "array" ? this.#toList(value, schema) : convertTo(type, value);
      if (converted !== undefined) return converted;
    }
    return value;
  }

  #toList(value: unknown, schema: JsonSchema): readonly unknown[] | undefined {
    const parsed = parseJson(value, "[");
    if (Array.isArray(parsed)) return parsed;
    // Text that starts like a list but can't be read is a broken list, not an item.
    if (
      value === null ||
      value === undefined ||
      (typeof value === "string" && value.trimStart().startsWith("["))
    ) {
      return undefined;
    }
    const item = child(schema, 0);
    const wrapped = item === undefined ? value : this.apply(value, item);
    return item === undefined ||
      alternatives(dereference(item, this.#root)).some((branch) => this.#fits(wrapped, branch))
      ? [wrapped]
      : undefined;
  }

  #descend(value: unknown, schema: JsonSchema): unknown {
    if (Array.isArray(value)) {
      return value.map((item: unknown, index) => {
        const part = child(schema, index);
        return part === undefined ? item : this.apply(item, part);
      });
    }
    if (!isRecord(value)) return value;
    const required = requiredKeys(schema);
    const entries = Object.entries(value).flatMap(([key, item]): readonly (readonly [string, unknown])[] => {
      const part = child(schema, key);
      if (part === undefined) return [[key, item]];
      const coerced = this.apply(item, part);
      const leftOut = coerced === null && !required.has(key) && !this.#allowsNull(part);
      return leftOut ? [] : [[key, coerced]];
    });
    return Object.fromEntries(entries);
  }

  #allowsNull(schema: JsonSchema): boolean {
    return alternatives(dereference(schema, this.#root)).some((branch) =>
      this.#fits(null, dereference(branch, this.#root)),
    );
  }
}

/** The branch of a union is told by the properties whose value it fixes. */
function fixedPropertiesFit(value: Readonly<Record<string, unknown>>, schema: JsonSchema): boolean {
  const { properties } = schema;
  if (!isRecord(properties)) return true;
  return Object.entries(properties).every(
    ([key, part]) => !isRecord(part) || !("const" in part) || !(key in value) || value[key] === part["const"],
  );
}

/** @returns undefined when the value can't be brought into the type. */
function convertTo(type: string, value: unknown): unknown {
  switch (type) {
    case "string":
      return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
    case "number":
    case "integer":
      return toNumber(value, type === "integer");
    case "boolean":
      return toBoolean(value);
    case "null":
      return value === "null" ? null : undefined;
    case "object": {
      const parsed = parseJson(value, "{");
      return isRecord(parsed) ? parsed : undefined;
    }
    default:
      return undefined;
  }
}

function toBoolean(value: unknown): boolean | undefined {
  const word = typeof value === "string" ? value.trim().toLowerCase() : undefined;
  return word === "true" ? true : word === "false" ? false : undefined;
}

function toNumber(value: unknown, whole: boolean): number | undefined {
  if (typeof value !== "string" || !/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value))
    return undefined;
  const number = Number(value);
  if (!Number.isFinite(number) || (whole && !Number.isInteger(number))) return undefined;
  // Beyond this, digits would be lost without a word.
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? undefined : number;
}

function parseJson(value: unknown, start: string): unknown {
  if (typeof value !== "string" || !value.trimStart().startsWith(start)) return undefined;
  try {
    return JSON.parse(value);
  } catch {
    // Not JSON after all: the text stays what it is, and validation says what is wrong with it.
    return undefined;
  }
}
