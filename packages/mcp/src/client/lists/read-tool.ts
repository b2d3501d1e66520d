import { z } from "zod";
import type { McpToolFacts } from "../mcp-server.ts";
import { harmlessLine, harmlessText } from "../texts/harmless-text.ts";
import { normalizeSchema } from "./normalize-schema.ts";

export const maxNameChars = 128;
export const maxDescriptionChars = 4_000;

const tool = z.object({
  name: z.string().min(1),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  inputSchema: z.unknown().optional(),
  outputSchema: z.unknown().optional(),
  annotations: z
    .object({
      title: z.string().optional().catch(undefined),
      readOnlyHint: z.boolean().optional().catch(undefined),
      destructiveHint: z.boolean().optional().catch(undefined),
      idempotentHint: z.boolean().optional().catch(undefined),
      openWorldHint: z.boolean().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

/** A tool as it is listed, or the sentence that says why it is left out. */
export function readTool(raw: unknown): McpToolFacts | string {
  const parsed = tool.safeParse(raw);
  if (!parsed.success) return "A tool without a name.";
  const { name, annotations, ...listed } = parsed.data;
  const shown = harmlessLine(name, maxNameChars);
  if (shown !== name)
    return `The tool "${shown}": its name is longer than ${String(maxNameChars)} characters or has characters that are not shown.`;
  const description = listed.description ?? "";
  if (description.length > maxDescriptionChars)
    return `The tool "${name}": its description is longer than ${maxDescriptionChars.toLocaleString("en-US")} characters.`;
  const input = normalizeSchema(listed.inputSchema);
  if (!input.ok) return `The tool "${name}": ${input.problem}.`;
  const output = listed.outputSchema === undefined ? undefined : outputSchema(listed.outputSchema);
  const title = listed.title ?? annotations?.title;
  const readOnly = annotations?.readOnlyHint ?? false;
  return {
    name,
    title: title === undefined ? undefined : harmlessLine(title, 200),
    description: harmlessText(description, maxDescriptionChars),
    inputSchema: input.schema,
    outputSchema: output,
    hints: {
      readOnly,
      destructive: !readOnly && (annotations?.destructiveHint ?? true),
      idempotent: readOnly || (annotations?.idempotentHint ?? false),
      openWorld: annotations?.openWorldHint ?? true,
    },
  };
}

/** Undefined where it can't be used: then results are not compared with it. */
function outputSchema(raw: unknown): McpToolFacts["outputSchema"] {
  const output = normalizeSchema(raw);
  return output.ok && typeof raw === "object" ? (raw as McpToolFacts["outputSchema"]) : undefined; // It is a record, or was refused.
}
