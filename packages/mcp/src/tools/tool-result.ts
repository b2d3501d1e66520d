import { withImages } from "@hermes/registry";
import type { ToolImage } from "@hermes/registry";
import type { McpContent, McpToolResult } from "../client/mcp-server.ts";
import { isShowable } from "./showable-image.ts";

/** Keeps what a model can't read as a file. @returns its absolute path. */
export type SaveContent = (bytes: Uint8Array, mimeType: string) => Promise<string>;

export interface ResultOptions {
  readonly save: SaveContent;
  /** Whether the model sees pictures. Absent: it does. */
  readonly seesImages?: (() => Promise<boolean>) | undefined;
}

/** A result as the model gets it: data, with pictures to look at and files to read. */
export async function resultValue(result: McpToolResult, options: ResultOptions): Promise<unknown> {
  const { texts, parts, images } = await readContent(result.content, options);
  const text = texts.join("\n");
  if (result.isError)
    return { error: text === "" ? "The server says that it failed, and not why." : text, ...parts };
  // Servers say what is structured a second time as text.
  const isRepeated = result.structured !== undefined && sameJson(text, result.structured);
  const value = {
    ...(result.structured === undefined ? {} : { structuredContent: result.structured }),
    ...(isRepeated || (text === "" && hasAny(parts, images, result)) ? {} : { result: text }),
    ...parts,
  };
  return images.length === 0 ? value : withImages(value, images);
}

/** What a resource holds, as the model gets it. */
export async function contentValue(content: readonly McpContent[], options: ResultOptions): Promise<unknown> {
  return await resultValue({ content, isError: false }, options);
}

interface ReadContent {
  readonly texts: readonly string[];
  readonly parts: {
    readonly files?: readonly object[];
    readonly links?: readonly object[];
    readonly images?: string;
  };
  readonly images: readonly ToolImage[];
}

async function readContent(
  content: readonly McpContent[],
  { save, seesImages = async () => true }: ResultOptions,
): Promise<ReadContent> {
  const texts: string[] = [];
  const files: object[] = [];
  const links: object[] = [];
  const images: ToolImage[] = [];
  const keep = async (base64: string, mimeType: string, more: object): Promise<void> => {
    files.push({ path: await save(Buffer.from(base64, "base64"), mimeType), type: mimeType, ...more });
  };
  for (const part of content) {
    if (part.type === "text") texts.push(part.text);
    else if (part.type === "link") {
      const { type: _, ...link } = part;
      links.push(link);
    } else if (part.type === "resource") {
      if (part.text !== undefined) texts.push(part.text);
      // oxlint-disable-next-line no-await-in-loop -- one after another, in their order
      if (part.base64 !== undefined) await keep(part.base64, part.mimeType ?? "", { uri: part.uri });
    } else if (part.type === "image" && isShowable(part) && (await seesImages()))
      images.push({ mediaType: part.mimeType, data: part.base64 });
    // oxlint-disable-next-line no-await-in-loop
    else await keep(part.base64, part.mimeType, {});
  }
  return {
    texts,
    images,
    parts: {
      ...(files.length === 0 ? {} : { files }),
      ...(links.length === 0 ? {} : { links }),
      ...(images.length === 0 ? {} : { images: `${images.length} shown` }),
    },
  };
}

function hasAny(parts: object, images: readonly unknown[], { structured }: McpToolResult): boolean {
  return Object.keys(parts).length > 0 || images.length > 0 || structured !== undefined;
}

function sameJson(text: string, value: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value);
  } catch {
    return false;
  }
}
