import type { ToolDefinition } from "../../src/index.ts";
import { type SchemaDialect, wireTools } from "../../src/render/wire-tools.ts";

type Parameters = ToolDefinition["parameters"];

export const dialects: readonly (readonly [string, SchemaDialect])[] = [
  ["JSON Schema", {}],
  ["Gemini", { form: "gemini" }],
  ["a local server", { anchoredPatterns: true }],
];

export const tool = (parameters: unknown, name = "t"): ToolDefinition => ({
  name,
  description: "Does it.",
  parameters: parameters as Parameters, // as strangers send them
});

export function sent(parameters: unknown, dialect: SchemaDialect = {}): Parameters {
  const [definition] = wireTools([tool(parameters)], dialect).definitions;
  if (definition === undefined) throw new Error("The tool is gone.");
  return definition.parameters;
}
