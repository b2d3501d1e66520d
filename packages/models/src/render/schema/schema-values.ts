export type Schema = { readonly [key: string]: unknown };

export function isRecord(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The texts of a list, each once. Undefined when it is no list. */
export function namesIn(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return [...new Set(value.filter((item): item is string => typeof item === "string"))];
}

export function mapRecord(record: Schema, change: (value: unknown, key: string) => unknown): Schema {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}

export function without(schema: Schema, ...keys: readonly string[]): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)));
}

/** Types of JSON Schema, and what other languages call them. */
const typeNames: Readonly<Record<string, string>> = {
  string: "string",
  str: "string",
  text: "string",
  char: "string",
  varchar: "string",
  date: "string",
  datetime: "string",
  uuid: "string",
  number: "number",
  float: "number",
  double: "number",
  decimal: "number",
  integer: "integer",
  int: "integer",
  long: "integer",
  int32: "integer",
  int64: "integer",
  bigint: "integer",
  boolean: "boolean",
  bool: "boolean",
  array: "array",
  list: "array",
  tuple: "array",
  set: "array",
  object: "object",
  dict: "object",
  dictionary: "object",
  map: "object",
  record: "object",
  struct: "object",
  null: "null",
  none: "null",
  nil: "null",
};

/** The type of JSON Schema that a name means; undefined for any type, and for what nobody knows. */
export function typeNamed(name: unknown): string | undefined {
  const key = typeof name === "string" ? name.trim().toLowerCase() : "";
  return Object.hasOwn(typeNames, key) ? typeNames[key] : undefined;
}

/** The types that a schema allows by name; empty when it names none. */
export function typesIn(schema: Schema): readonly string[] {
  const { type } = schema;
  return typeof type === "string" ? [type] : (namesIn(type) ?? []);
}

export function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

export function hasType(value: unknown, types: readonly string[]): boolean {
  const type = typeOf(value);
  return types.length === 0 || types.includes(type) || (type === "integer" && types.includes("number"));
}

/** The value in the type that is asked for, where it is the same value; undefined where it isn't. */
export function asType(value: unknown, types: readonly string[]): unknown {
  if (hasType(value, types)) return value;
  if (types.includes("string") && (typeof value === "number" || typeof value === "boolean"))
    return String(value);
  if (typeof value !== "string") return undefined;
  const number = /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  if (String(number) === value && hasType(number, types)) return number;
  return types.includes("boolean") && /^(?:true|false)$/.test(value) ? value === "true" : undefined;
}

/** A number, also one that was written as text. */
export function numberIn(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}
