import type { McpToolFacts } from "@hermes/mcp";
import type * as Scanner from "@hermes/scanner";

/** What the scanner says against the words of a tool that a model would read, also those in its schema; a sentence each. */
export function findingsIn(
  { title = "", description, inputSchema }: McpToolFacts,
  scan: typeof Scanner.scanText,
): readonly string[] {
  const text = [title, description, ...textsIn(inputSchema)].join("\n\n");
  const { findings } = scan(text, { surface: "tool-result" });
  return [...new Set(findings.map(({ reason, excerpt }) => `${reason} ("${excerpt}")`))];
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
