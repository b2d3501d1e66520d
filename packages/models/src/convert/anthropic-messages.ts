import * as z from "zod";
import type { AssistantPart, ImageData, MediaPart, UserPart } from "../message.ts";
import { Conversion, type Converted } from "./conversion.ts";
import { base64Of, partOfData, partOfId, partOfUrl } from "./media-source.ts";

export interface FromAnthropicOptions {
  /** As beside the messages: a text, or text blocks. */
  readonly system?: string | readonly { readonly type: "text"; readonly text: string }[] | undefined;
}

/**
 * Messages of Anthropic's API. Thoughts lose their signatures: these are good for the model alone that made them.
 *
 * @throws {HermesError} `MODEL_MESSAGES_INVALID`, with the index of the message and its field.
 */
export function fromAnthropicMessages(
  messages: readonly unknown[],
  { system = "" }: FromAnthropicOptions = {},
): Converted {
  const schemas = messageSchemas();
  const conversion = new Conversion("Anthropic Messages");
  conversion.system(typeof system === "string" ? system : system.map(({ text }) => text).join("\n\n"));
  return conversion.each(messages, (value) => {
    const { role, content } = conversion.parse(schemas.message, value);
    const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
    if (role === "assistant")
      conversion.assistant(blocks.flatMap((block, at) => assistantPart(block, at, schemas, conversion)));
    else if (role === "user") user(blocks, schemas, conversion);
    else
      conversion.system(
        blocks.map((block) => conversion.parse(schemas.text, block, ".content").text).join("\n\n"),
      );
  });
}

type Schemas = ReturnType<typeof messageSchemas>;
interface Block {
  readonly type: string;
}

function messageSchemas() {
  const blocks = z.union([z.string(), z.array(z.looseObject({ type: z.string() }))], {
    error: "expected a text or a list of blocks",
  });
  return {
    message: z.looseObject({ role: z.enum(["user", "assistant", "system"]), content: blocks }),
    text: z.looseObject({ text: z.string() }),
    thinking: z.looseObject({ thinking: z.string() }),
    call: z.looseObject({ id: z.string(), name: z.string(), input: z.unknown() }),
    result: z.looseObject({
      tool_use_id: z.string(),
      content: blocks.optional(),
      is_error: z.boolean().nullish(),
    }),
    media: z.looseObject({
      title: z.string().nullish(),
      source: z.discriminatedUnion("type", [
        z.looseObject({ type: z.literal("base64"), media_type: z.string(), data: z.string() }),
        z.looseObject({ type: z.literal("text"), data: z.string() }),
        z.looseObject({ type: z.literal("url"), url: z.string() }),
        z.looseObject({ type: z.literal("file"), file_id: z.string() }),
        z.looseObject({ type: z.literal("content") }),
      ]),
    }),
  };
}

/** Results come first, as messages of their own. */
function user(blocks: readonly Block[], schemas: Schemas, conversion: Conversion): void {
  const parts: UserPart[] = [];
  for (const [at, block] of blocks.entries()) {
    const place = `.content[${at}]`;
    if (block.type === "tool_result") result(block, place, schemas, conversion);
    else {
      const part = userPart(block, place, schemas, conversion);
      if (part === undefined) conversion.leave(`block of type "${block.type}"`);
      else parts.push(part);
    }
  }
  conversion.user(parts);
}

function userPart(
  block: Block,
  place: string,
  schemas: Schemas,
  conversion: Conversion,
): UserPart | undefined {
  if (block.type === "text") return { type: "text", text: conversion.parse(schemas.text, block, place).text };
  if (block.type !== "image" && block.type !== "document") return undefined;
  const { source, title } = conversion.parse(schemas.media, block, place);
  const isImage = block.type === "image";
  const hints = { name: title ?? undefined, mediaType: isImage ? "image/*" : "application/pdf" };
  return mediaPart(source, hints);
}

type Source = z.output<Schemas["media"]>["source"];

function mediaPart(
  source: Source,
  hints: { readonly name?: string | undefined; readonly mediaType: string },
): MediaPart | undefined {
  switch (source.type) {
    case "base64":
      return partOfData(source.data, { ...hints, mediaType: source.media_type });
    case "text":
      return partOfData(base64Of(new TextEncoder().encode(source.data)), {
        ...hints,
        mediaType: "text/plain",
      });
    case "url":
      return partOfUrl(source.url, hints);
    case "file":
      return partOfId(source.file_id, hints);
    case "content":
      return undefined;
  }
}

function result(block: Block, place: string, schemas: Schemas, conversion: Conversion): void {
  const { tool_use_id: id, content = "", is_error: isError } = conversion.parse(schemas.result, block, place);
  const texts: string[] = [];
  const images: ImageData[] = [];
  for (const [at, inner] of (typeof content === "string"
    ? [{ type: "text", text: content }]
    : content
  ).entries()) {
    const part = userPart(inner, `${place}.content[${at}]`, schemas, conversion);
    if (part?.type === "text") texts.push(part.text);
    else if (part?.type === "image" && part.data !== undefined) images.push(part);
    else conversion.leave(`block of type "${inner.type}" in a result`);
  }
  conversion.result(id, texts.join("\n\n"), { isError: isError ?? false, images });
}

function assistantPart(block: Block, at: number, schemas: Schemas, conversion: Conversion): AssistantPart[] {
  const place = `.content[${at}]`;
  switch (block.type) {
    case "text":
      return [{ type: "text", text: conversion.parse(schemas.text, block, place).text }];
    case "thinking":
      return [{ type: "reasoning", text: conversion.parse(schemas.thinking, block, place).thinking }];
    case "tool_use": {
      const { id, name, input } = conversion.parse(schemas.call, block, place);
      return [{ type: "tool-call", id, name, arguments: JSON.stringify(input ?? {}) }];
    }
    default:
      conversion.leave(`block of type "${block.type}"`);
      return [];
  }
}
