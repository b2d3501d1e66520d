import type { Tool } from "@hermes/registry";

/** A tool with its parameters: their types, `?` behind those that may be absent, and other names that are accepted. */
export function toolText(tool: Tool): string {
  const aliases = Object.entries(tool.aliases ?? {}).map(
    ([alias, name]) => `  ${alias}: another name of ${name}`,
  );
  return [`${tool.name} (${tool.toolset})`, ...parameterLines(tool.parameters(), "  "), ...aliases].join(
    "\n",
  );
}

function parameterLines(schema: unknown, indent: string): readonly string[] {
  if (!isObject(schema)) return [];
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const own = Object.entries(properties).flatMap(([name, property]) => [
    `${indent}${name}${required.includes(name) ? "" : "?"}: ${typeText(property)}`,
    ...parameterLines(property, `${indent}  `),
  ]);
  const inner = [schema["items"], ...listOf(schema["anyOf"])].flatMap((each) => parameterLines(each, indent));
  return [...own, ...inner];
}

function typeText(schema: unknown): string {
  if (!isObject(schema)) return "unknown";
  const { type, enum: values, const: value, items, anyOf } = schema;
  if (value !== undefined) return JSON.stringify(value);
  if (Array.isArray(values)) return values.map((each) => JSON.stringify(each)).join(" | ");
  if (Array.isArray(anyOf)) return anyOf.map(typeText).join(" | ");
  if (type === "array") return `[${typeText(items)}]`;
  return typeof type === "string" ? type : JSON.stringify(type ?? "unknown");
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
