import type { FilePart, ImagePart, UserMessage } from "@hermes/models";
import { HermesError } from "@hermes/registry";
import { beginningOf, byteLength, isBase64 } from "./media-bytes.ts";

/** What files of a type begin with. Readers of PDF look for its mark in the first kilobyte. */
const beginnings: Readonly<Record<string, RegExp>> = {
  "application/pdf": /%PDF-/,
  "image/png": /^\x89PNG\r\n\x1a\n/,
  "image/jpeg": /^\xff\xd8\xff/,
  "image/gif": /^GIF8[79]a/,
  "image/webp": /^RIFF[^]{4}WEBP/,
};
const readBytes = 1_024;

/** In bytes, of one of them. */
export interface MediaLimits {
  readonly maxMediaBytes: number;
  readonly maxImageBytes: number;
}

/**
 * Looks at the pictures and files that come in with words, before anything is written.
 *
 * @throws {HermesError} `MEDIA_INVALID` for what is no Base64 or no address, or is not of its type; `MEDIA_TOO_LARGE`.
 */
export function checkMedia({ content }: UserMessage, { maxMediaBytes, maxImageBytes }: MediaLimits): void {
  for (const part of content)
    if (part.type !== "text") checkPart(part, part.type === "image" ? maxImageBytes : maxMediaBytes);
}

function checkPart(part: ImagePart | FilePart, maxBytes: number): void {
  const { data, url, mediaType } = part;
  if (url !== undefined && !/^https?:\/\//i.test(url))
    throw invalid(part, `"${url.slice(0, 40)}" is no address that a provider can fetch`, addressHint);
  if (data === undefined) return;
  if (!isBase64(data)) throw invalid(part, "its data is no Base64", dataHint);
  const bytes = byteLength(data);
  if (bytes > maxBytes) throw tooLarge(part, bytes, maxBytes);
  if (beginnings[mediaType]?.test(beginningOf(data, readBytes)) === false)
    throw invalid(part, `it does not begin as ${mediaType} does`, "Give the media type of what it is.");
}

const addressHint = "Give an https: address, or the bytes as data.";
const dataHint =
  "Give the Base64 of the bytes alone, without a data: prefix, such as buffer.toString('base64').";

function invalid(part: ImagePart | FilePart, problem: string, hint: string): HermesError {
  return new HermesError(`${nameOf(part)} can't be taken: ${problem}.`, { code: "MEDIA_INVALID", hint });
}

function tooLarge(part: ImagePart | FilePart, bytes: number, maxBytes: number): HermesError {
  return new HermesError(`${nameOf(part)} has ${bytes} bytes; at most ${maxBytes} are taken.`, {
    code: "MEDIA_TOO_LARGE",
    hint: `Give a part of it, its address, or the id of an upload. ${part.type === "image" ? "maxImageBytes" : "maxMediaBytes"} takes more, where the provider does.`,
  });
}

/** As people know it. */
export function nameOf(part: ImagePart | FilePart): string {
  if (part.type === "image") return `The image (${part.mediaType})`;
  return part.name === undefined ? `The file (${part.mediaType})` : `The file "${part.name}"`;
}
