import { isRecord } from "../texts/is-record.ts";

const key = "x-mcp-header";
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/u;
const types: readonly unknown[] = ["string", "integer", "boolean"];

/** Whether arguments of a tool are also sent as headers (`x-mcp-header`, revision 2026-07-28 over HTTP). */
export function hasHeaderParameters(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(hasHeaderParameters);
  return isRecord(schema) && (key in schema || Object.values(schema).some(hasHeaderParameters));
}

/** What is wrong with how a schema declares them; a tool that has it must not be used over HTTP. */
export function headerParameterProblem(
  schema: unknown,
  seen: Set<string> = new Set(),
  depth = 0,
): string | undefined {
  if (!isRecord(schema)) return undefined;
  if (key in schema) {
    const name = schema[key];
    if (depth === 0 || typeof name !== "string" || !token.test(name) || !types.includes(schema["type"]))
      return `its schema has an ${key} that can't be used`;
    if (seen.has(name.toLowerCase())) return `its schema has the ${key} "${name}" twice`;
    seen.add(name.toLowerCase());
  }
  const { properties, [key]: _name, ...others } = schema;
  if (Object.values(others).some(hasHeaderParameters)) return `its schema has an ${key} where none can be`;
  if (!isRecord(properties)) return undefined;
  for (const property of Object.values(properties)) {
    const problem = headerParameterProblem(property, seen, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
