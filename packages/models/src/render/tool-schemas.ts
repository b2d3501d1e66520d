import type { ToolDefinition } from "../model.ts";
import { wireName } from "./wire-text.ts";

export interface WireTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: { readonly [key: string]: unknown };
}

/** The definitions as providers take them: unique restricted names, parameters that are an object at the top. */
export function functionTools(tools: readonly ToolDefinition[]): WireTool[] {
  const byName = new Map<string, WireTool>();
  for (const tool of tools) {
    const name = wireName(tool.name);
    if (byName.has(name)) continue;
    byName.set(name, { name, description: tool.description, parameters: objectSchema(tool.parameters) });
  }
  return [...byName.values()];
}

/** Which tool a name on the wire means. */
export function toolsByWireName(tools: readonly ToolDefinition[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const tool of tools) {
    const name = wireName(tool.name);
    if (!names.has(name)) names.set(name, tool.name);
  }
  return names;
}

// Providers refuse alternatives at the top of a schema; the tool validates its input anyway.
const refusedAtTop = new Set([
  "$schema",
  "oneOf",
  "anyOf",
  "allOf",
  "not",
  "enum",
  "const",
  "if",
  "then",
  "else",
]);

function objectSchema(parameters: ToolDefinition["parameters"]): WireTool["parameters"] {
  const kept = Object.entries(parameters).filter(([key]) => !refusedAtTop.has(key) && key !== "type");
  const schema = Object.fromEntries(kept);
  return {
    type: "object",
    ...schema,
    properties: isRecord(schema["properties"]) ? schema["properties"] : {},
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
