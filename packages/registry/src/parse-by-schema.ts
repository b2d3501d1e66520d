import { coerceArguments } from "./coerce-arguments.ts";
import type { JsonSchema, ParsedInput } from "./tool.ts";

/**
 * Reads the arguments of a call: what is surely meant is brought into its type, and what surely fits nothing is refused. For
 * tools that are run elsewhere: whoever runs them judges the rest, and knows the schema best.
 */
export function parseBySchema(args: unknown, schema: JsonSchema): ParsedInput {
  const given = args === undefined || args === null || args === "" ? {} : args;
  const value = coerceArguments(given, schema);
  if (!isRecord(value)) return { ok: false, problems: ["The arguments must be an object."] };
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const missing = required.filter((name) => typeof name === "string" && !Object.hasOwn(value, name));
  const problems = [
    ...missing.map((name) => `"${name}" is missing.`),
    ...Object.entries(value).flatMap(([name, part]) => {
      const types = Object.hasOwn(properties, name) ? typesOf(properties[name]) : [];
      return types.length === 0 || types.some((type) => isOf(type, part))
        ? []
        : [`"${name}" must be ${types.join(" or ")}.`];
    }),
  ];
  return problems.length === 0 ? { ok: true, value } : { ok: false, problems };
}

/** Types that a schema names outright; none where it says it in another way. */
function typesOf(schema: unknown): readonly string[] {
  if (!isRecord(schema)) return [];
  const { type, nullable } = schema;
  const types = (Array.isArray(type) ? type : [type]).filter((each) => typeof each === "string");
  return nullable === true && types.length > 0 ? [...types, "null"] : types;
}

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isRecord(value);
    case "integer":
      return Number.isInteger(value);
    case "string":
    case "number":
    case "boolean":
      return typeof value === type;
    default:
      // A type of a later schema is for others to know.
      return true;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
