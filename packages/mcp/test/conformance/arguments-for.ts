import type { McpToolFacts } from "../../src/index.ts";

/** Arguments that a tool takes. A tool that echoes a schema gets the one of the tool before it, as it was received. */
export function argumentsFor(tool: McpToolFacts, tools: readonly McpToolFacts[]): Record<string, unknown> {
  const { properties } = tool.inputSchema;
  if (typeof properties !== "object" || properties === null) return {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      name === "schema" ? tools.find((other) => other !== tool)?.inputSchema : valueFor(schema),
    ]),
  );
}

function valueFor(schema: unknown): unknown {
  const type = typeof schema === "object" && schema !== null && "type" in schema ? schema.type : undefined;
  if (type === "number" || type === "integer") return 1;
  if (type === "boolean") return true;
  if (type === "array") return [];
  return type === "object" ? {} : "text";
}
