import type { McpContent, McpToolResult } from "@hermes/mcp";
import { mkdir, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import type { Host } from "../../host.ts";
import { bytes } from "../../render/amount.ts";
import { cleanText } from "../../render/clean-text.ts";
import { oneLine } from "../../render/fit.ts";
import { harmlessJson } from "../../render/harmless-json.ts";

export interface PrintResultOptions {
  readonly host: Host;
  /** Where files go; relative to where the command was typed. */
  readonly folder: string;
  /** What files are called after. */
  readonly name: string;
}

/** The parts of a result as text, files and addresses, one after another. Structured data alone is printed as JSON. */
export async function printResult(
  { content, structured }: McpToolResult,
  options: PrintResultOptions,
): Promise<void> {
  const { stdout } = options.host;
  for (const part of content) {
    // oxlint-disable-next-line no-await-in-loop -- in the order of the server
    const text = await textOf(part, options);
    stdout.write(text.endsWith("\n") ? text : `${text}\n`);
  }
  if (content.length === 0 && structured !== undefined) stdout.write(`${harmlessJson(structured, 2)}\n`);
}

async function textOf(part: McpContent, options: PrintResultOptions): Promise<string> {
  if (part.type === "text") return cleanText(part.text);
  if (part.type === "link") return oneLine(`${part.name}: ${part.uri}`);
  if (part.type === "resource" && part.text !== undefined) return cleanText(part.text);
  const data = Buffer.from(part.base64 ?? "", "base64");
  const type = part.mimeType ?? "application/octet-stream";
  return oneLine(`[${type}, ${bytes(data.length)}: ${await save(data, type, options)}]`);
}

/** A file beside those that are there: none is written over. */
async function save(data: Buffer, type: string, { host, folder, name }: PrintResultOptions): Promise<string> {
  const into = resolve(host.cwd, folder);
  await mkdir(into, { recursive: true });
  const plain = name.replace(/[^\w.-]+/g, "_");
  const ending = /^[\w-]+\/(?:x-)?([a-z0-9]{1,8})\b/i.exec(type)?.[1]?.toLowerCase() ?? "bin";
  for (let number = 1; ; number++) {
    const path = join(into, `${plain}-${number}.${ending}`);
    try {
      // oxlint-disable-next-line no-await-in-loop -- the next one only where this one is taken
      await writeFile(path, data, { flag: "wx" });
      return relative(host.cwd, path);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
}

/** The result as MCP writes it. */
export function wireResult({ content, structured, isError }: McpToolResult): object {
  return {
    content: content.map(wireContent),
    ...(structured === undefined ? {} : { structuredContent: structured }),
    isError,
  };
}

function wireContent(part: McpContent): object {
  if (part.type === "text") return part;
  if (part.type === "link") return { ...part, type: "resource_link" };
  const { base64, ...rest } = part;
  if (rest.type !== "resource") return { ...rest, data: base64 };
  const { type, ...resource } = rest;
  return { type, resource: { ...resource, ...(base64 === undefined ? {} : { blob: base64 }) } };
}
