import { RequestError } from "@agentclientprotocol/sdk";
import type { ContentBlock } from "@agentclientprotocol/sdk";
import type { AgentInput } from "@hermes/agent-loop";
import type { UserMessage } from "@hermes/models";
import { fileURLToPath } from "node:url";
import type { GivenText } from "../ports/acp-home.ts";

/** What the person sends: words with pictures, and texts that come with them. */
export interface ReadPrompt {
  readonly parts: UserMessage["content"];
  readonly texts: readonly GivenText[];
}

/**
 * Blocks of a prompt. Of what is embedded, texts and pictures are taken; all else is left to be read by its address.
 *
 * @throws {RequestError} where there is nothing in it, or something that this agent has not offered to take.
 */
export function readPrompt(blocks: readonly ContentBlock[]): ReadPrompt {
  const parts: UserMessage["content"][number][] = [];
  const texts: GivenText[] = [];
  let words = "";
  const endWords = (): void => {
    if (words !== "") parts.push({ type: "text", text: words });
    words = "";
  };
  for (const block of blocks) {
    const text = wordsOf(block);
    if (text !== undefined) words += text;
    const image = imageIn(block);
    if (image !== undefined) {
      endWords();
      parts.push(image);
    }
    if (block.type === "resource" && "text" in block.resource)
      texts.push({ name: nameOf(block.resource.uri), text: block.resource.text });
  }
  endWords();
  if (parts.length === 0) throw RequestError.invalidParams({}, "There is nothing in the prompt.");
  return { parts, texts };
}

/** Only words: as they would be typed, so that a command is one. */
export function typedLine({ parts, texts }: ReadPrompt): string | undefined {
  const [only, ...others] = parts;
  return only?.type === "text" && others.length === 0 && texts.length === 0 ? only.text : undefined;
}

/** The words of a prompt, with notes that ride on them. */
export function inputOf(
  { parts }: ReadPrompt,
  attached: Pick<UserMessage, "notes" | "provenance">,
): AgentInput {
  return { content: parts, ...attached };
}

/** A link stands in the words where the person put it: a file as a mention, which is read by the rules for files. */
function wordsOf(block: ContentBlock): string | undefined {
  if (block.type === "text") return block.text;
  if (block.type === "resource_link") return linkText(block.uri, block.name);
  if (block.type === "audio") throw RequestError.invalidParams({ type: "audio" }, "Audio is not taken.");
  if (block.type !== "resource" || imageIn(block) !== undefined) return undefined;
  const { uri } = block.resource;
  return "text" in block.resource ? `[${nameOf(uri)}]` : linkText(uri, nameOf(uri));
}

function imageIn(block: ContentBlock): UserMessage["content"][number] | undefined {
  if (block.type === "image") return { type: "image", mediaType: block.mimeType, data: block.data };
  if (block.type !== "resource" || !("blob" in block.resource)) return undefined;
  const { blob, mimeType } = block.resource;
  return mimeType?.startsWith("image/") === true
    ? { type: "image", mediaType: mimeType, data: blob }
    : undefined;
}

function linkText(uri: string, name: string): string {
  const path = pathOf(uri);
  if (path === undefined || /["\n]/.test(path)) return `[${name}](${uri})`;
  return path.endsWith("/") ? `@folder:"${path}"` : `@file:"${path}"`;
}

function nameOf(uri: string): string {
  return pathOf(uri) ?? uri;
}

function pathOf(uri: string): string | undefined {
  const url = URL.parse(uri);
  if (url?.protocol !== "file:") return undefined;
  try {
    return fileURLToPath(url);
  } catch {
    // A host that is not this one.
    return undefined;
  }
}
