import * as z from "zod";
import type { UserMessage } from "../follow/stored-events.ts";
import { refused } from "./refusal.ts";

type UserPart = UserMessage["content"][number];

/** Of sessions, runs and questions, as clients name them. */
export const idSchema: z.ZodString = z
  .string()
  // Programs make file names of ids: `..` is none.
  .regex(/^(?!\.*$)[\w.:-]{1,128}$/, "must be letters, digits, or _.:-");

export const mediaTypeSchema: z.ZodString = z
  .string()
  .max(100)
  .regex(/^[\w.+-]+\/[\w.+-]+$/, "must be a media type");

/**
 * A picture or a file of a message.
 *
 * @param url `data:` with base64, or `https:`, which the provider fetches.
 * @throws {HermesError} `UI_BAD_REQUEST` for any other address.
 */
export function filePart(mediaType: string, url: string, name?: string): UserPart {
  if (url.startsWith("data:")) {
    const comma = url.indexOf(",");
    const data = url.slice(comma + 1);
    if (!url.slice(0, comma).endsWith(";base64") || !/^[A-Za-z0-9+/]+={0,2}$/.test(data))
      throw refused("UI_BAD_REQUEST", "A file has to be base64.");
    return mediaPart(mediaType, { data }, name);
  }
  if (!URL.canParse(url) || new URL(url).protocol !== "https:")
    throw refused("UI_BAD_REQUEST", "A file has to be a data: or an https: address.");
  return mediaPart(mediaType, { url }, name);
}

export function mediaPart(
  mediaType: string,
  source: { readonly data: string } | { readonly url: string },
  name?: string,
): UserPart {
  if (mediaType.startsWith("image/")) return { type: "image", mediaType, ...source };
  return { type: "file", mediaType, ...source, ...(name === undefined ? {} : { name }) };
}

/** @throws {HermesError} `UI_BAD_REQUEST` for a message without words and files. */
export function someParts(parts: readonly UserPart[]): readonly UserPart[] {
  if (parts.every((part) => part.type === "text" && part.text.trim() === ""))
    throw refused("UI_BAD_REQUEST", "The message is empty.");
  return parts;
}
