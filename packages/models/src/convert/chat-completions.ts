import * as z from "zod";
import type { AssistantPart, UserPart } from "../message.ts";
import { Conversion, type Converted } from "./conversion.ts";
import { partOfData, partOfId, partOfUrl } from "./media-source.ts";

/**
 * Messages of Chat Completions.
 *
 * @throws {HermesError} `MODEL_MESSAGES_INVALID`, with the index of the message and its field.
 */
export function fromChatCompletions(messages: readonly unknown[]): Converted {
  // Made once: to make them takes longer than most histories.
  const schemas = (made ??= chatSchemas());
  const conversion = new Conversion("Chat Completions");
  return conversion.each(messages, (value) => {
    const message = conversion.parse(schemas.message, value);
    switch (message.role) {
      case "system":
      case "developer":
        return conversion.system(textOf(message.content, schemas, conversion));
      case "user":
        return conversion.user(userParts(message.content, schemas, conversion));
      case "assistant":
        return conversion.assistant(assistantParts(message, schemas, conversion));
      case "tool":
        return conversion.result(message.tool_call_id, textOf(message.content, schemas, conversion));
      case "function":
        return conversion.leave("result of a function without a call id");
    }
  });
}

type Schemas = ReturnType<typeof chatSchemas>;
let made: Schemas | undefined;

type Content = string | readonly { readonly type: string }[];

function chatSchemas() {
  const content = z.union([z.string(), z.array(z.looseObject({ type: z.string() }))], {
    error: "expected a text or a list of parts",
  });
  const call = z.looseObject({
    id: z.string(),
    function: z.looseObject({ name: z.string(), arguments: z.string() }).optional(),
  });
  return {
    message: z.discriminatedUnion("role", [
      z.looseObject({ role: z.literal("system"), content }),
      z.looseObject({ role: z.literal("developer"), content }),
      z.looseObject({ role: z.literal("user"), content }),
      z.looseObject({
        role: z.literal("assistant"),
        content: content.nullish(),
        refusal: z.string().nullish(),
        reasoning_content: z.string().nullish(),
        tool_calls: z.array(call).nullish(),
      }),
      z.looseObject({ role: z.literal("tool"), tool_call_id: z.string(), content }),
      z.looseObject({ role: z.literal("function") }),
    ]),
    text: z.looseObject({ text: z.string() }),
    refusal: z.looseObject({ refusal: z.string() }),
    image: z.looseObject({ image_url: z.looseObject({ url: z.string() }) }),
    audio: z.looseObject({ input_audio: z.looseObject({ data: z.string(), format: z.string() }) }),
    file: z.looseObject({
      file: z.looseObject({
        file_data: z.string().optional(),
        file_id: z.string().optional(),
        filename: z.string().optional(),
      }),
    }),
  };
}

function userParts(content: Content, schemas: Schemas, conversion: Conversion): UserPart[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return content.flatMap((part, at): UserPart[] => {
    const place = `.content[${at}]`;
    const converted = userPart(part, place, schemas, conversion);
    if (converted === undefined) conversion.leave(`part of type "${part.type}"`);
    return converted === undefined ? [] : [converted];
  });
}

function userPart(
  part: { readonly type: string },
  place: string,
  schemas: Schemas,
  conversion: Conversion,
): UserPart | undefined {
  switch (part.type) {
    case "text":
      return { type: "text", text: conversion.parse(schemas.text, part, place).text };
    case "image_url":
      return partOfUrl(conversion.parse(schemas.image, part, place).image_url.url, {
        mediaType: "image/*",
      });
    case "input_audio": {
      const { data, format } = conversion.parse(schemas.audio, part, place).input_audio;
      return partOfData(data, { mediaType: `audio/${format}` });
    }
    case "file": {
      const {
        file_data: url,
        file_id: id,
        filename: name,
      } = conversion.parse(schemas.file, part, place).file;
      const hints = { name, mediaType: name?.endsWith(".pdf") === true ? "application/pdf" : undefined };
      if (url !== undefined) return partOfUrl(url, hints);
      return id === undefined ? undefined : partOfId(id, hints);
    }
    default:
      return undefined;
  }
}

function textOf(content: Content, schemas: Schemas, conversion: Conversion): string {
  if (typeof content === "string") return content;
  return content
    .flatMap((part, at) => {
      if (part.type === "text") return [conversion.parse(schemas.text, part, `.content[${at}]`).text];
      if (part.type === "refusal")
        return [conversion.parse(schemas.refusal, part, `.content[${at}]`).refusal];
      conversion.leave(`part of type "${part.type}"`);
      return [];
    })
    .join("\n\n");
}

type Assistant = Extract<z.output<Schemas["message"]>, { role: "assistant" }>;

function assistantParts(message: Assistant, schemas: Schemas, conversion: Conversion): AssistantPart[] {
  const parts: AssistantPart[] = [];
  const { content, refusal, reasoning_content: thought, tool_calls: calls } = message;
  if (thought) parts.push({ type: "reasoning", text: thought });
  for (const text of [textOf(content ?? "", schemas, conversion), refusal ?? ""])
    if (text !== "") parts.push({ type: "text", text });
  for (const { id, function: called } of calls ?? []) {
    if (called === undefined) conversion.leave("call of a tool that is no function");
    else parts.push({ type: "tool-call", id, name: called.name, arguments: called.arguments });
  }
  for (const field of ["audio", "function_call"])
    if (message[field] !== undefined && message[field] !== null) conversion.leave(`field "${field}"`);
  return parts;
}
