import { isRecord, mapRecord, namesIn, type Schema, typesIn, without } from "./schema-values.ts";

/** What Google's form of a schema knows; a request with anything else is refused. */
const known = new Set([
  "type",
  "format",
  "title",
  "description",
  "nullable",
  "enum",
  "items",
  "minItems",
  "maxItems",
  "properties",
  "required",
  "minProperties",
  "maxProperties",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "pattern",
  "anyOf",
]);
const formats = new Set(["enum", "date-time", "float", "double", "int32", "int64"]);
const maxDepth = 16;

/**
 * A normalised schema as Google's function declarations take it, a subset of OpenAPI: no references, one type each,
 * null as a flag, only texts in an `enum`.
 *
 * @see https://ai.google.dev/api/caching#Schema
 */
export function geminiSchema(schema: Schema): Schema {
  const { $defs } = schema;
  return new GeminiSchema(isRecord($defs) ? $defs : {}).convert(without(schema, "$defs"), 0);
}

class GeminiSchema {
  readonly #definitions: Schema;
  readonly #underWay = new Set<string>();

  constructor(definitions: Schema) {
    this.#definitions = definitions;
  }

  convert(node: Schema, depth: number): Schema {
    const { $ref } = node;
    if (typeof $ref === "string") return this.#inPlace($ref, without(node, "$ref"), depth);
    if (depth > maxDepth) return { type: "string" };
    if (Array.isArray(node["allOf"])) return this.convert(mergedAll(node, this.#definitions), depth);
    const branches = this.#branches(node, depth);
    if (branches !== undefined) return branches;
    return this.#plain(node, depth);
  }

  /** What a reference leads to; nothing closer than an object where it leads back to itself. */
  #inPlace(reference: string, rest: Schema, depth: number): Schema {
    const name = reference.replace("#/$defs/", "");
    const target = this.#definitions[name];
    if (!isRecord(target) || this.#underWay.has(name))
      return this.convert({ type: "object", ...rest }, depth);
    this.#underWay.add(name);
    const schema = this.convert({ ...target, ...rest }, depth);
    this.#underWay.delete(name);
    return schema;
  }

  /** Alternatives stand alone in Google's form; null is none of them. */
  #branches(node: Schema, depth: number): Schema | undefined {
    const types = typesIn(node).filter((type) => type !== "null");
    const listed = listOf(node["anyOf"]);
    const options = listed.length > 0 ? listed : types.length > 1 ? types.map((type) => ({ type })) : [];
    if (options.length === 0) return undefined;
    const own = without(node, "anyOf", "oneOf", ...(listed.length > 0 ? [] : ["type"]));
    const nullable =
      typesIn(node).includes("null") || options.some((option) => isNull(option)) || node["nullable"] === true;
    const converted = options
      .filter((option) => !isNull(option))
      .map((option) => this.convert({ ...own, ...option, ...(nullable ? { nullable } : {}) }, depth + 1));
    const [only] = converted;
    if (only === undefined) return { type: "string", nullable: true };
    return converted.length === 1 ? only : { anyOf: converted };
  }

  #plain(node: Schema, depth: number): Schema {
    const [type = impliedType(node)] = typesIn(node).filter((name) => name !== "null");
    const nullable = node["nullable"] === true || typesIn(node).includes("null");
    const out: Record<string, unknown> = "type" in node ? {} : { type };
    for (const [key, value] of Object.entries(node)) {
      if (key === "type") out[key] = type;
      else if (known.has(key) && key !== "nullable" && key !== "anyOf") out[key] = value;
    }
    if (!formats.has(String(out["format"]))) delete out["format"];
    for (const key of ["minimum", "maximum"]) {
      const exclusive = node[`exclusive${key[0]?.toUpperCase()}${key.slice(1)}`];
      if (exclusive !== undefined) out[key] ??= exclusive;
    }
    this.#values(node, out);
    this.#items(node, out, depth);
    this.#properties(out, depth);
    if (nullable) out["nullable"] = true;
    return out;
  }

  #values(node: Schema, out: Record<string, unknown>): void {
    const values = "const" in node ? [node["const"]] : Array.isArray(node["enum"]) ? node["enum"] : undefined;
    delete out["enum"];
    const real = values?.filter((value) => value !== null) ?? [];
    if (real.length === 0) return;
    if (out["type"] === "string" && real.every((value) => typeof value === "string" && value !== "")) {
      out["enum"] = real;
      return;
    }
    const told = `One of: ${real.map((value) => JSON.stringify(value)).join(", ")}.`;
    const described = typeof out["description"] === "string" ? `${out["description"]} ` : "";
    out["description"] = described + told;
  }

  #items(node: Schema, out: Record<string, unknown>, depth: number): void {
    if (out["type"] !== "array") {
      for (const key of ["items", "minItems", "maxItems"]) delete out[key];
      return;
    }
    const first = listOf(node["prefixItems"]);
    const item = isRecord(node["items"]) ? node["items"] : {};
    const options = [...first, ...(first.length > 0 && Object.keys(item).length === 0 ? [] : [item])];
    const unique = [...new Map(options.map((option) => [JSON.stringify(option), option])).values()];
    out["items"] = this.convert(unique.length === 1 ? (unique[0] ?? {}) : { anyOf: unique }, depth + 1);
  }

  #properties(out: Record<string, unknown>, depth: number): void {
    if (out["type"] !== "object") {
      for (const key of ["properties", "required", "minProperties", "maxProperties"]) delete out[key];
      return;
    }
    const properties = isRecord(out["properties"]) ? out["properties"] : undefined;
    if (properties !== undefined) {
      out["properties"] = mapRecord(properties, (item) =>
        this.convert(isRecord(item) ? item : {}, depth + 1),
      );
    }
    const required = (namesIn(out["required"]) ?? []).filter(
      (name) => properties !== undefined && Object.hasOwn(properties, name),
    );
    if (required.length > 0) out["required"] = required;
    else delete out["required"];
  }
}

function listOf(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function isNull(schema: Schema): boolean {
  return schema["type"] === "null";
}

function impliedType(node: Schema): string {
  if (isRecord(node["properties"])) return "object";
  return isRecord(node["items"]) ? "array" : "string";
}

/** One schema of several that all apply: their properties together, and of other keywords the first. */
export function mergedAll(node: Schema, definitions: Schema): Schema {
  let whole: Schema = without(node, "allOf");
  for (const part of listOf(node["allOf"])) {
    const { $ref } = part;
    const target = typeof $ref === "string" ? definitions[$ref.replace("#/$defs/", "")] : undefined;
    const schema = isRecord(target)
      ? { ...without(target, "allOf"), ...without(part, "$ref") }
      : without(part, "$ref");
    const properties = { ...recordOf(schema["properties"]), ...recordOf(whole["properties"]) };
    const required = [
      ...new Set([...(namesIn(whole["required"]) ?? []), ...(namesIn(schema["required"]) ?? [])]),
    ];
    whole = {
      ...schema,
      ...whole,
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
      ...(required.length > 0 ? { required } : {}),
    };
  }
  return whole;
}

function recordOf(value: unknown): Schema {
  return isRecord(value) ? value : {};
}
