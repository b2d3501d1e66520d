import * as z from "zod";
import type { AssistantPart, ImageData, UserPart } from "../message.ts";
import { aiSdkFile } from "./ai-sdk-file.ts";
import type { Conversion } from "./conversion.ts";

/** Converts messages of the AI SDK's models. */
export function modelMessage(conversion: Conversion): (value: unknown) => void {
  const schemas = modelSchemas();
  return (value) => {
    const message = conversion.parse(schemas.message, value);
    if (message.role === "system") return conversion.system(message.content);
    const parts =
      typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content;
    if (message.role === "user")
      conversion.user(parts.flatMap((part, at) => userPart(part, at, schemas, conversion)));
    else if (message.role === "assistant")
      conversion.assistant(parts.flatMap((part, at) => assistantPart(part, at, schemas, conversion)));
    else for (const [at, part] of parts.entries()) toolPart(part, at, schemas, conversion);
  };
}

type Schemas = ReturnType<typeof modelSchemas>;
interface Part {
  readonly type: string;
}

function modelSchemas() {
  const parts = z.array(z.looseObject({ type: z.string() }));
  const content = z.union([z.string(), parts], { error: "expected a text or a list of parts" });
  return {
    message: z.discriminatedUnion("role", [
      z.looseObject({ role: z.literal("system"), content: z.string() }),
      z.looseObject({ role: z.literal("user"), content }),
      z.looseObject({ role: z.literal("assistant"), content }),
      z.looseObject({ role: z.literal("tool"), content: parts }),
    ]),
    text: z.looseObject({ text: z.string() }),
    image: z.looseObject({ image: z.unknown(), mediaType: z.string().optional() }),
    file: z.looseObject({ data: z.unknown(), mediaType: z.string(), filename: z.string().optional() }),
    call: z.looseObject({
      toolCallId: z.string(),
      toolName: z.string(),
      input: z.unknown(),
      providerExecuted: z.boolean().optional(),
    }),
    result: z.looseObject({
      toolCallId: z.string(),
      toolName: z.string(),
      output: z.discriminatedUnion("type", [
        z.looseObject({ type: z.literal("text"), value: z.string() }),
        z.looseObject({ type: z.literal("json"), value: z.unknown() }),
        z.looseObject({ type: z.literal("error-text"), value: z.string() }),
        z.looseObject({ type: z.literal("error-json"), value: z.unknown() }),
        z.looseObject({ type: z.literal("execution-denied"), reason: z.string().optional() }),
        z.looseObject({ type: z.literal("content"), value: parts }),
      ]),
    }),
  };
}

function userPart(part: Part, at: number, schemas: Schemas, conversion: Conversion): UserPart[] {
  const place = `.content[${at}]`;
  if (part.type === "text") return [{ type: "text", text: conversion.parse(schemas.text, part, place).text }];
  const media = mediaPart(part, place, schemas, conversion);
  if (media === undefined) conversion.leave(`part of type "${part.type}"`);
  return media === undefined ? [] : [media];
}

function mediaPart(
  part: Part,
  place: string,
  schemas: Schemas,
  conversion: Conversion,
): ReturnType<typeof aiSdkFile> {
  if (part.type === "image") {
    const { image, mediaType = "image/*" } = conversion.parse(schemas.image, part, place);
    return aiSdkFile(image, { mediaType });
  }
  if (part.type !== "file" && part.type !== "file-data" && part.type !== "image-data") return undefined;
  const { data, mediaType, filename } = conversion.parse(schemas.file, part, place);
  return aiSdkFile(data, { mediaType, name: filename });
}

function assistantPart(part: Part, at: number, schemas: Schemas, conversion: Conversion): AssistantPart[] {
  const place = `.content[${at}]`;
  if (part.type === "text" || part.type === "reasoning") {
    const { text } = conversion.parse(schemas.text, part, place);
    return text === "" ? [] : [{ type: part.type, text }];
  }
  if (part.type === "tool-call") {
    const {
      toolCallId: id,
      toolName: name,
      input,
      providerExecuted,
    } = conversion.parse(schemas.call, part, place);
    if (providerExecuted !== true)
      return [{ type: "tool-call", id, name, arguments: JSON.stringify(input ?? {}) }];
  }
  conversion.leave(`part of type "${part.type}" of the assistant`);
  return [];
}

function toolPart(part: Part, at: number, schemas: Schemas, conversion: Conversion): void {
  if (part.type !== "tool-result") return conversion.leave(`part of type "${part.type}"`);
  const place = `.content[${at}]`;
  const { toolCallId: id, toolName: name, output } = conversion.parse(schemas.result, part, place);
  switch (output.type) {
    case "text":
      return conversion.result(id, JSON.stringify(output.value), { name });
    case "json":
      return conversion.result(id, JSON.stringify(output.value ?? null), { name });
    case "error-text":
    case "error-json":
      return conversion.result(id, JSON.stringify({ error: output.value }), { name, isError: true });
    case "execution-denied":
      return conversion.result(id, JSON.stringify({ error: output.reason ?? "The call was denied." }), {
        name,
        isError: true,
      });
    case "content":
      return contentResult(id, name, output.value, { place, schemas, conversion });
  }
}

function contentResult(
  id: string,
  name: string,
  parts: readonly Part[],
  {
    place,
    schemas,
    conversion,
  }: { readonly place: string; readonly schemas: Schemas; readonly conversion: Conversion },
): void {
  const texts: string[] = [];
  const images: ImageData[] = [];
  for (const [at, part] of parts.entries()) {
    const inner = `${place}.output.value[${at}]`;
    if (part.type === "text") {
      texts.push(conversion.parse(schemas.text, part, inner).text);
      continue;
    }
    const media = mediaPart(part, inner, schemas, conversion);
    if (media?.type === "image" && media.data !== undefined) images.push(media);
    else conversion.leave(`part of type "${part.type}" in a result`);
  }
  conversion.result(id, JSON.stringify(texts.join("\n\n")), { name, images });
}
