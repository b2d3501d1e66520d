import { createHash } from "node:crypto";
import type { McpToolFacts } from "../client/mcp-server.ts";

/** What of a tool a person agrees to: what it says that it does, what it takes, and what it hints at: one yes covers all that only reads. */
export type ToolDefinitionFacts = Pick<
  McpToolFacts,
  "name" | "title" | "description" | "inputSchema" | "hints"
>;

/** The same for the same words and schema, in whatever order its fields are. */
export function definitionHash(tool: ToolDefinitionFacts): string {
  return createHash("sha256").update(definitionText(tool)).digest("hex");
}

/** A definition as text, which can be kept and compared line by line. */
export function definitionText({
  name,
  title,
  description,
  inputSchema,
  hints,
}: ToolDefinitionFacts): string {
  return JSON.stringify(sorted({ name, title, description, inputSchema, hints }), null, 1);
}

const mostLines = 12;
const longestLine = 200;

/** What is different in a definition, line by line, short enough for a question. */
export function definitionChange(before: string, after: string): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  const [kept, known] = [new Set(now), new Set(old)];
  const changed = [
    ...old.filter((line) => !kept.has(line)).map((line) => `- ${line}`),
    ...now.filter((line) => !known.has(line)).map((line) => `+ ${line}`),
  ];
  const shown = changed
    .slice(0, mostLines)
    .map((line) => (line.length > longestLine ? `${line.slice(0, longestLine - 1)}…` : line));
  return [
    ...shown,
    ...(changed.length > mostLines ? [`… ${changed.length - mostLines} more lines`] : []),
  ].join("\n");
}

/** Texts that were written over several lines are compared by them. */
function linesOf(definition: string): readonly string[] {
  return definition
    .replaceAll("\\n", "\n")
    .split("\n")
    .map((line) => line.trim());
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(
    entries.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([key, part]) => [key, sorted(part)]),
  );
}
