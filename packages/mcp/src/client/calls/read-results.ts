import { HermesError } from "@hermes/registry";
import { z } from "zod";
import type { McpContent, McpPromptResult, McpToolResult } from "../mcp-server.ts";
import { harmlessText } from "../texts/harmless-text.ts";
import { readContent, readResourceContents } from "../texts/read-content.ts";

const tool = z.object({
  content: z.array(z.unknown()).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().default(false),
});
const resource = z.object({ contents: z.array(z.unknown()) });
const prompt = z.object({
  description: z.string().optional(),
  messages: z.array(z.object({ role: z.enum(["user", "assistant"]), content: z.unknown() })).max(1_000),
});

/** @throws {HermesError} `MCP_BAD_ANSWER` where it is no result of a tool. */
export function readToolResult(raw: unknown): McpToolResult {
  const { content, structuredContent, isError } = parse(tool, raw);
  return {
    content: readContent(content),
    isError,
    ...(structuredContent === undefined ? {} : { structured: structuredContent }),
  };
}

export function readResourceResult(raw: unknown): readonly McpContent[] {
  return readResourceContents(parse(resource, raw).contents);
}

export function readPromptResult(raw: unknown): McpPromptResult {
  const { description, messages } = parse(prompt, raw);
  return {
    description: description === undefined ? undefined : harmlessText(description, 4_000),
    messages: messages.flatMap(({ role, content }) =>
      readContent(Array.isArray(content) ? content : [content]).map((part) => ({ role, content: part })),
    ),
  };
}

function parse<Result>(schema: z.ZodType<Result>, raw: unknown): Result {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join(".") ?? "";
  throw new HermesError(`The server's answer is not what the protocol says (at "${where}").`, {
    code: "MCP_BAD_ANSWER",
    hint: "Tell those who make the server.",
  });
}
