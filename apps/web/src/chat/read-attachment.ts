import type { InputPart } from "@hermes/client";
import { bytes } from "../format.ts";
import { strings } from "../strings/strings.ts";
import { textPartOf } from "./attached-text.ts";

/** A file as a part of the next message. */
export interface Attachment {
  readonly key: string;
  readonly name: string;
  readonly size: number;
  readonly part: InputPart;
  /** Of a picture. */
  readonly url?: string | undefined;
}

const maxBytes = 5_000_000;
const maxTextBytes = 200_000;
/** All together, as base64 in one request. */
export const maxTotalBytes = 7_000_000;
const pictures = /^image\/(?:png|jpeg|gif|webp)$/;
const texts = strings.chat.refused;
let lastKey = 0;

/** @throws {Error} in words, where it can't be attached. */
export async function readAttachment(file: File): Promise<Attachment> {
  const { name, size, type } = file;
  const common = { key: `attachment ${++lastKey}`, name, size };
  if (size === 0) throw new Error(texts.empty(name));
  if (pictures.test(type)) {
    checkSize(file, maxBytes);
    const data = await base64Of(file);
    return { ...common, part: { type: "image", mediaType: type, data }, url: `data:${type};base64,${data}` };
  }
  if (type === "application/pdf") {
    checkSize(file, maxBytes);
    return { ...common, part: { type: "file", mediaType: type, name, data: await base64Of(file) } };
  }
  checkSize(file, maxTextBytes);
  return { ...common, part: { type: "text", text: textPartOf(name, await textOf(file)) } };
}

function checkSize({ name, size }: File, limit: number): void {
  if (size > limit) throw new Error(texts.tooLarge(name, bytes(limit)));
}

async function textOf(file: File): Promise<string> {
  const data = new Uint8Array(await file.arrayBuffer().catch(() => unreadable(file)));
  if (data.includes(0)) throw new Error(texts.unknown(file.name));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(data);
  } catch {
    throw new Error(texts.unknown(file.name));
  }
}

async function base64Of(file: File): Promise<string> {
  const data = new Uint8Array(await file.arrayBuffer().catch(() => unreadable(file)));
  let binary = "";
  // Not all at once: a call takes only so many arguments.
  for (let at = 0; at < data.length; at += 8_192)
    binary += String.fromCharCode(...data.subarray(at, at + 8_192));
  return btoa(binary);
}

function unreadable({ name }: File): never {
  throw new Error(texts.unreadable(name));
}
