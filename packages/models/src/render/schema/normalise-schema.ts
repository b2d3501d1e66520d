import { wireKey } from "../wire-text.ts";
import { isPattern, type PatternOptions, plainKeyword, typesNamed } from "./plain-keywords.ts";
import {
  asType,
  hasType,
  isRecord,
  mapRecord,
  namesIn,
  type Schema,
  typeNamed,
  typeOf,
  typesIn,
  without,
} from "./schema-values.ts";

/** Deeper than any schema that a person wrote; what is deeper still is left open. */
const maxDepth = 24;
/** References that lead to each other can say more than there is room for. */
const maxNodes = 20_000;

/**
 * Any value as a JSON Schema 2020-12 without what providers trip over: older drafts, OpenAPI and the type names of
 * other languages are translated, references lead to `$defs` of the root or nowhere, what makes no sense is left out.
 * The same value gives the same bytes, and a schema that is fine already keeps its own.
 */
export function normaliseSchema(value: unknown, options: PatternOptions = {}): Schema {
  return new Normaliser(isRecord(value) ? value : {}, options).root(value);
}

type Mutable = Record<string, unknown>;

class Normaliser {
  readonly #root: Schema;
  readonly #options: PatternOptions;
  readonly #definitions: Schema;
  /** References that are being written in place. */
  readonly #underWay = new Set<string>();
  #nodes = 0;

  constructor(root: Schema, options: PatternOptions) {
    this.#root = root;
    this.#options = options;
    this.#definitions = { ...recordOrEmpty(root["definitions"]), ...recordOrEmpty(root["$defs"]) };
  }

  root(value: unknown): Schema {
    const schema = this.#schema(value, 0);
    if (Object.keys(this.#definitions).length === 0) return schema;
    const definitions = Object.entries(this.#definitions).map(([name, definition]) => [
      wireKey(name),
      this.#schema(definition, 1),
    ]);
    // Where they stood, so that a schema that is fine keeps its bytes.
    const keys = Object.keys(this.#root);
    const place = keys.findIndex((key) => key === "$defs" || key === "definitions");
    const before = Object.entries(schema).filter(([key]) => keys.indexOf(key) < place);
    const behind = Object.entries(schema).filter(([key]) => keys.indexOf(key) >= place);
    return Object.fromEntries([...before, ["$defs", Object.fromEntries(definitions)], ...behind]);
  }

  #schema(value: unknown, depth: number): Schema {
    if (++this.#nodes > maxNodes || depth > maxDepth) return {};
    if (value === false) return { not: {} };
    const named = typeNamed(value);
    if (named !== undefined) return this.#schema({ type: named }, depth);
    if (!isRecord(value)) return {};
    if (value["$ref"] === undefined) return this.#node(value, depth);
    return this.#reference(value, depth);
  }

  /** Keeps what leads to a definition, writes out what leads elsewhere, and drops what leads nowhere or in a circle. */
  #reference(node: Schema, depth: number): Schema {
    const rest = without(node, "$ref");
    const reference = node["$ref"];
    if (typeof reference !== "string") return this.#schema(rest, depth);
    const definition = this.#definitionOf(reference);
    if (definition !== undefined) {
      if (this.#isCircle(definition)) return this.#schema(rest, depth);
      return this.#node({ ...node, $ref: `#/$defs/${wireKey(definition)}` }, depth);
    }
    if (reference === "#" && isRecord(this.#root["properties"])) return this.#node(node, depth);
    const target = this.#lookUp(reference);
    if (!isRecord(target) || this.#underWay.has(reference)) return this.#schema(rest, depth);
    this.#underWay.add(reference);
    const schema = this.#schema({ ...target, ...rest }, depth + 1);
    this.#underWay.delete(reference);
    return schema;
  }

  #definitionOf(reference: string): string | undefined {
    const name = /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(reference)?.[1];
    const plain = name === undefined ? undefined : unescaped(name);
    return plain !== undefined && Object.hasOwn(this.#definitions, plain) ? plain : undefined;
  }

  /** Whether a definition is nothing but a reference that comes back to it. */
  #isCircle(name: string): boolean {
    const seen = new Set<string>();
    let current: string | undefined = name;
    while (current !== undefined) {
      if (seen.has(current)) return true;
      seen.add(current);
      const definition: unknown = this.#definitions[current];
      const reference: unknown = isRecord(definition) ? definition["$ref"] : undefined;
      current = typeof reference === "string" ? this.#definitionOf(reference) : undefined;
    }
    return false;
  }

  #lookUp(reference: string): unknown {
    if (!reference.startsWith("#/")) return undefined;
    let node: unknown = this.#root;
    for (const part of reference.slice(2).split("/")) {
      const key = unescaped(part);
      if (typeof node !== "object" || node === null || !Object.hasOwn(node, key)) return undefined;
      node = Reflect.get(node, key);
    }
    return node;
  }

  #node(node: Schema, depth: number): Schema {
    const out: Mutable = {};
    for (const [key, value] of Object.entries(node)) {
      const kept = this.#keyword(key, value, depth + 1);
      if (kept !== undefined) out[key === "oneOf" && !Array.isArray(node["anyOf"]) ? "anyOf" : key] = kept;
    }
    this.#tuple(node, out, depth + 1);
    unionOfTypes(node["type"], out, (member) => this.#schema(member, depth + 1));
    olderDrafts(node, out);
    nullable(node, out);
    const typed = withType(out);
    fixedValues(typed);
    if (typesIn(typed).includes("array")) typed["items"] ??= {};
    return typed;
  }

  /** The value of a keyword as it may stand; undefined for one that is left out. */
  #keyword(key: string, value: unknown, depth: number): unknown {
    switch (key) {
      case "properties":
      case "dependentSchemas":
        return isRecord(value) ? mapRecord(value, (item) => this.#schema(item, depth)) : undefined;
      case "patternProperties":
        return isRecord(value) ? this.#patterns(value, depth) : undefined;
      case "dependentRequired":
        return isRecord(value) ? mapRecord(value, (item) => namesIn(item) ?? []) : undefined;
      case "anyOf":
      case "oneOf":
      case "allOf":
      case "prefixItems":
        return Array.isArray(value) && value.length > 0
          ? value.map((item) => this.#schema(item, depth))
          : undefined;
      case "items":
        return Array.isArray(value) ? undefined : this.#schema(value, depth);
      case "additionalProperties":
      case "unevaluatedProperties":
      case "unevaluatedItems":
        return typeof value === "boolean" ? value : isRecord(value) ? this.#schema(value, depth) : undefined;
      case "not":
      case "if":
      case "then":
      case "else":
      case "contains":
      case "propertyNames":
        return isRecord(value) || typeof value === "boolean" ? this.#schema(value, depth) : undefined;
      case "pattern":
        return isPattern(value, this.#options) ? value : undefined;
      default:
        return plainKeyword(key, value);
    }
  }

  #patterns(value: Schema, depth: number): Schema {
    const known = Object.entries(value).filter(([pattern]) => isPattern(pattern));
    return Object.fromEntries(known.map(([pattern, item]) => [pattern, this.#schema(item, depth)]));
  }

  /** A list of schemas in `items`, as drafts before 2020-12 have it, and what may follow such a list. */
  #tuple(node: Schema, out: Mutable, depth: number): void {
    const { items } = node;
    if (Array.isArray(items)) {
      if (items.length > 0) out["prefixItems"] ??= items.map((item) => this.#schema(item, depth));
      const more = node["additionalItems"];
      out["items"] = isRecord(more) ? this.#schema(more, depth) : {};
      if (more === false) out["maxItems"] ??= items.length;
    } else if (items === false && Array.isArray(out["prefixItems"])) {
      out["items"] = {};
      out["maxItems"] ??= out["prefixItems"].length;
    }
  }
}

/** Keywords by which a schema is made of others: none of them needs a type beside it. */
const composing = new Set(["$ref", "anyOf", "oneOf", "allOf", "not", "if"]);

function recordOrEmpty(value: unknown): Schema {
  return isRecord(value) ? value : {};
}

/** A part of a JSON pointer in a URL. */
function unescaped(part: string): string {
  const plain = part.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(plain);
  } catch {
    // A name with a percent sign of its own.
    return plain;
  }
}

/** Draft 3 has schemas among the types. */
function unionOfTypes(type: unknown, out: Mutable, schema: (member: unknown) => Schema): void {
  if (!Array.isArray(type) || !type.some(isRecord) || out["anyOf"] !== undefined) return;
  out["anyOf"] = type.map(schema);
  delete out["type"];
}

/** `required` at a property (draft 3), and bounds that are exclusive by a flag (draft 4). */
function olderDrafts(node: Schema, out: Mutable): void {
  const { properties } = node;
  const flagged = isRecord(properties)
    ? Object.entries(properties).flatMap(([name, item]) =>
        isRecord(item) && item["required"] === true ? [name] : [],
      )
    : [];
  if (flagged.length > 0) out["required"] = [...new Set([...(namesIn(out["required"]) ?? []), ...flagged])];
  for (const [bound, exclusive] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const) {
    if (node[exclusive] !== true || out[bound] === undefined) continue;
    out[exclusive] = out[bound];
    delete out[bound];
  }
}

/** OpenAPI's word for a value that may be null. */
function nullable(node: Schema, out: Mutable): void {
  if (node["nullable"] !== true) return;
  const types = typesIn(out);
  if (types.length > 0 && !types.includes("null")) out["type"] = [...types, "null"];
  if (Array.isArray(out["anyOf"])) out["anyOf"] = withItem(out["anyOf"], { type: "null" });
  if (Array.isArray(out["enum"])) out["enum"] = withItem(out["enum"], null);
}

function withItem(list: readonly unknown[], item: unknown): readonly unknown[] {
  const json = JSON.stringify(item);
  return list.some((known) => JSON.stringify(known) === json) ? list : [...list, item];
}

/** Values that a schema names are of its types, or not named. */
function fixedValues(out: Mutable): void {
  const types = typesIn(out);
  if (Array.isArray(out["enum"])) {
    const values = new Map<string, unknown>();
    for (const value of out["enum"]) {
      const typed = asType(value, types);
      if (typed !== undefined) values.set(JSON.stringify(typed), typed);
    }
    if (values.size === 0) delete out["enum"];
    else out["enum"] = [...values.values()];
  }
  if ("const" in out) {
    const typed = asType(out["const"], types);
    if (typed === undefined) delete out["const"];
    else out["const"] = typed;
  }
  if (!("default" in out)) return;
  const json = JSON.stringify(out["default"]);
  const listed = !Array.isArray(out["enum"]) || out["enum"].some((value) => JSON.stringify(value) === json);
  if (!listed || !hasType(out["default"], types)) delete out["default"];
}

function withType(schema: Mutable): Mutable {
  if (schema["type"] !== undefined || Object.keys(schema).some((key) => composing.has(key))) return schema;
  const implied = impliedType(schema);
  return implied === undefined ? schema : { type: implied, ...schema };
}

function impliedType(schema: Schema): unknown {
  if (schema["properties"] !== undefined) return "object";
  if (schema["items"] !== undefined || schema["prefixItems"] !== undefined) return "array";
  const values = "const" in schema ? [schema["const"]] : schema["enum"];
  if (!Array.isArray(values)) return undefined;
  return typesNamed([...new Set(values.map(typeOf))]);
}
