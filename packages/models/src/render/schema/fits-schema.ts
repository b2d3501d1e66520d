import { hasType, isRecord, type Schema, typesIn } from "./schema-values.ts";

/** Definitions can lead to each other without end. */
const maxDepth = 64;

/**
 * Whether a value is one of a schema, as far as types, listed values, properties and items go: enough to tell
 * alternatives apart.
 *
 * @param definition What `#/$defs/NAME` leads to.
 */
export function fitsSchema(
  value: unknown,
  schema: Schema,
  definition: (name: string) => Schema | undefined,
  depth = 0,
): boolean {
  if (depth > maxDepth) return false;
  const fits = (item: unknown, part: unknown): boolean =>
    !isRecord(part) || fitsSchema(item, part, definition, depth + 1);
  if (typeof schema["$ref"] === "string")
    return fits(value, definition(schema["$ref"].replace("#/$defs/", "")));
  if (Array.isArray(schema["anyOf"])) return schema["anyOf"].some((branch) => fits(value, branch));
  if (!hasType(value, typesIn(schema))) return false;
  if ("const" in schema && value !== schema["const"]) return false;
  if (Array.isArray(schema["enum"]) && !schema["enum"].includes(value)) return false;
  if (Array.isArray(value)) return value.every((item) => fits(item, schema["items"]));
  if (!isRecord(value)) return true;
  const { properties, required, additionalProperties } = schema;
  const known = isRecord(properties) ? properties : {};
  if (Array.isArray(required) && !required.every((name) => Object.hasOwn(value, String(name)))) return false;
  return Object.entries(value).every(([name, item]) =>
    Object.hasOwn(known, name) ? fits(item, known[name]) : additionalProperties !== false,
  );
}
