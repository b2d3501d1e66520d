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

// A recursive schema with alternatives can be tried in more ways than there is time for.
const maxSteps = 20_000;
/** One that holds itself as it is has no end; no arguments are this deep. */
const maxDepth = 200;

class Coercion {
  readonly #root: JsonSchema;
  #steps = 0;
  #depth = 0;

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  apply(value: unknown, schema: JsonSchema): unknown {
    return this.#within(() => this.#applied(value, schema), value);
  }

  #within<T>(step: () => T, otherwise: T): T {
    if (++this.#steps > maxSteps || this.#depth >= maxDepth) return otherwise;
    this.#depth += 1;
    try {
      return step();
    } finally {
      this.#depth -= 1;
    }
  }

  #applied(value: unknown, schema: JsonSchema): unknown {
    const resolved = dereference(schema, this.#root);
    const whole = asList(resolved["allOf"])
      .filter(isRecord)
      .reduce((current: unknown, part) => this.apply(current, part), value);
    const branches = alternatives(resolved).map((branch) => dereference(branch, this.#root));
    if (branches.some((branch) => this.#fits(whole, branch))) return whole;

    const attempts: unknown[] = [];
    for (const branch of branches) {
      const coerced = this.#descend(this.#convert(whole, branch), branch);
      if (this.#fits(coerced, branch)) return coerced;
      if (typeof coerced === "object" && coerced !== null && fixedPropertiesFit(coerced, branch))
        attempts.push(coerced);
    }
    // Right in parts: with fewer problems left, those that are told are the ones that matter.
    return attempts.length === 1 ? attempts[0] : whole;
  }

  #fits(value: unknown, schema: JsonSchema): boolean {
    return this.#within(() => this.#agrees(value, schema), false);
  }

  /** Types, fixed values and keys agree at every depth. Bounds and formats are left to validation. */
  #agrees(value: unknown, schema: JsonSchema): boolean {
    const resolved = dereference(schema, this.#root);
    const branches = alternatives(resolved);
    if (branches[0] !== resolved) return branches.some((branch) => this.#fits(value, branch));
    const types = namedTypes(resolved);
    if (types.length > 0 && !typesOf(value).some((type) => types.includes(type))) return false;
    if ("const" in resolved && resolved["const"] !== value) return false;
    if ("enum" in resolved && !asList(resolved["enum"]).includes(value)) return false;
    if (Array.isArray(value))
      return value.every((item: unknown, index) => this.#partFits(item, child(resolved, index)));
    return !isRecord(value) || this.#recordFits(value, resolved);
  }

  #recordFits(value: Readonly<Record<string, unknown>>, schema: JsonSchema): boolean {
    const closed = schema["additionalProperties"] === false;
    for (const key of requiredKeys(schema)) if (!Object.hasOwn(value, key)) return false;
    return Object.entries(value).every(([key, item]) => {
      const part = child(schema, key);
      return part === undefined ? !closed : this.#fits(item, part);
    });
  }

  #partFits(value: unknown, schema: JsonSchema | undefined): boolean {
    return schema === undefined || this.#fits(value, schema);
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
    const brokenList = typeof value === "string" && value.trimStart().startsWith("[");
    if (value === null || value === undefined || brokenList) return undefined;
    const item = child(schema, 0);
    const wrapped = item === undefined ? value : this.apply(value, item);
    return this.#partFits(wrapped, item) ? [wrapped] : undefined;
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
      const leftOut = coerced === null && !required.has(key) && !this.#fits(null, part);
      return leftOut ? [] : [[key, coerced]];
    });
    return Object.fromEntries(entries);
  }
}

/** The branch of a union is told by the properties whose value it fixes. */
function fixedPropertiesFit(value: object, schema: JsonSchema): boolean {
  const { properties } = schema;
  if (!isRecord(properties) || !isRecord(value)) return true;
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
