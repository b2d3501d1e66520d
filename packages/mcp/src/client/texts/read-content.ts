import { z } from "zod";
import type { McpContent } from "../mcp-server.ts";
import { harmlessLine, harmlessText } from "./harmless-text.ts";

const maxParts = 50;
const maxTextChars = 1_000_000;
const maxMediaChars = Math.ceil((10 * 1024 * 1024 * 4) / 3);
const maxUriChars = 4_000;

const resource = z.object({
  uri: z.string(),
  mimeType: z.string().optional(),
  text: z.string().optional(),
  blob: z.string().optional(),
});
const part = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.enum(["image", "audio"]), data: z.base64(), mimeType: z.string() }),
  z.object({
    type: z.literal("resource_link"),
    uri: z.string(),
    name: z.string().optional(),
    description: z.string().optional(),
  }),
  z.object({ type: z.literal("resource"), resource }),
]);

/**
 * Reads the parts of a result. What is too large, too much or of no known kind is left out, and a last part says so.
 *
 * @param raw Texts of all parts together have 1 MB; an image has 10 MB; there are 50 parts.
 */
export function readContent(raw: readonly unknown[]): readonly McpContent[] {
  const budget = { textChars: maxTextChars };
  const content: McpContent[] = [];
  const leftOut: string[] = [];
  for (const [index, item] of raw.slice(0, maxParts).entries()) {
    const read = readPart(item, budget);
    if (read.part !== undefined) content.push(read.part);
    if (read.leftOut !== undefined) leftOut.push(`part ${String(index + 1)}: ${read.leftOut}`);
  }
  if (raw.length > maxParts) leftOut.push(`${String(raw.length - maxParts)} of ${String(raw.length)} parts`);
  if (leftOut.length > 0) content.push({ type: "text", text: `[Left out: ${leftOut.join("; ")}.]` });
  return content;
}

/** The contents that `resources/read` gives, as parts. */
export function readResourceContents(raw: readonly unknown[]): readonly McpContent[] {
  return readContent(raw.map((item) => ({ type: "resource", resource: item })));
}

interface ReadPart {
  readonly part?: McpContent;
  readonly leftOut?: string;
}

function readPart(raw: unknown, budget: { textChars: number }): ReadPart {
  const parsed = part.safeParse(raw);
  if (!parsed.success) return { leftOut: `of a kind that is not known (${kindOf(raw)})` };
  const value = parsed.data;
  switch (value.type) {
    case "text": {
      const { text, leftOut } = spend(value.text, budget);
      return { part: { type: "text", text }, ...(leftOut === undefined ? {} : { leftOut }) };
    }
    case "image":
    case "audio":
      if (value.data.length > maxMediaChars) return { leftOut: tooLarge(value.type, value.data) };
      return {
        part: { type: value.type, mimeType: harmlessLine(value.mimeType, 100), base64: value.data },
      };
    case "resource_link":
      return {
        part: {
          type: "link",
          uri: harmlessLine(value.uri, maxUriChars),
          name: harmlessLine(value.name ?? value.uri, 200),
          description: value.description === undefined ? undefined : harmlessText(value.description, 4_000),
        },
      };
    case "resource":
      return readResource(value.resource, budget);
  }
}

function readResource(value: z.infer<typeof resource>, budget: { textChars: number }): ReadPart {
  const uri = harmlessLine(value.uri, maxUriChars);
  const mimeType = value.mimeType === undefined ? undefined : harmlessLine(value.mimeType, 100);
  if (value.text !== undefined) {
    const { text, leftOut } = spend(value.text, budget);
    return { part: { type: "resource", uri, mimeType, text }, ...(leftOut === undefined ? {} : { leftOut }) };
  }
  if (value.blob === undefined) return { part: { type: "resource", uri, mimeType, text: "" } };
  if (value.blob.length > maxMediaChars) return { leftOut: tooLarge("resource", value.blob) };
  return { part: { type: "resource", uri, mimeType, base64: value.blob } };
}

/** As much of a text as there is room for. */
function spend(raw: string, budget: { textChars: number }): { text: string; leftOut?: string } {
  const kept = raw.slice(0, budget.textChars);
  budget.textChars -= kept.length;
  const text = harmlessText(kept, kept.length);
  const cut = raw.length - kept.length;
  return cut === 0 ? { text } : { text, leftOut: `${String(cut)} of ${String(raw.length)} characters` };
}

function tooLarge(what: string, base64: string): string {
  return `a ${what} of ${((base64.length * 3) / 4 / 1e6).toFixed(1)} MB, which is larger than 10 MB`;
}

function kindOf(raw: unknown): string {
  const kind = typeof raw === "object" && raw !== null && "type" in raw ? raw.type : undefined;
  return harmlessLine(typeof kind === "string" ? kind : typeof raw, 50);
}
