import { z } from "zod";
import type { McpPromptFacts, McpResourceFacts } from "../mcp-server.ts";
import { harmlessLine, harmlessText } from "../texts/harmless-text.ts";
import { maxDescriptionChars, maxNameChars } from "./read-tool.ts";

const maxUriChars = 4_000;
const text = z.string().optional().catch(undefined);

const resource = z.object({
  uri: z.string().max(maxUriChars),
  name: text,
  title: text,
  description: text,
  mimeType: text,
  size: z.number().nonnegative().optional().catch(undefined),
});
const template = resource.omit({ uri: true }).extend({ uriTemplate: z.string().max(maxUriChars) });
const prompt = z.object({
  name: z.string().min(1).max(maxNameChars),
  description: text,
  arguments: z
    .array(
      z.object({
        name: z.string().min(1).max(maxNameChars),
        description: text,
        required: z.boolean().optional(),
      }),
    )
    .max(100)
    .optional(),
});

/** A resource as it is listed, or the sentence that says why it is left out. */
export function readResourceFacts(raw: unknown): McpResourceFacts | string {
  const parsed = resource.safeParse(raw);
  return parsed.success
    ? resourceFacts(parsed.data.uri, parsed.data)
    : "A resource without an address that can be used.";
}

export function readTemplateFacts(raw: unknown): McpResourceFacts | string {
  const parsed = template.safeParse(raw);
  return parsed.success
    ? resourceFacts(parsed.data.uriTemplate, parsed.data)
    : "A template of resources without an address that can be used.";
}

function resourceFacts(uri: string, listed: Omit<z.infer<typeof resource>, "uri">): McpResourceFacts {
  return {
    uri: harmlessLine(uri, maxUriChars),
    name: harmlessLine(listed.title ?? listed.name ?? uri, maxNameChars),
    description: describe(listed.description),
    mimeType: listed.mimeType === undefined ? undefined : harmlessLine(listed.mimeType, 100),
    size: listed.size,
  };
}

/** A prompt as it is listed, or the sentence that says why it is left out. */
export function readPromptFacts(raw: unknown): McpPromptFacts | string {
  const parsed = prompt.safeParse(raw);
  if (!parsed.success) return "A prompt without a name or with arguments that can't be used.";
  const { name, description, arguments: listed = [] } = parsed.data;
  if (harmlessLine(name, maxNameChars) !== name)
    return "A prompt whose name has characters that are not shown.";
  return {
    name,
    description: describe(description),
    arguments: listed.map((argument) => ({
      name: harmlessLine(argument.name, maxNameChars),
      description: describe(argument.description),
      required: argument.required ?? false,
    })),
  };
}

function describe(description: string | undefined): string | undefined {
  return description === undefined ? undefined : harmlessText(description, maxDescriptionChars);
}
