import * as z from "zod";
import type { MediaPart } from "../message.ts";
import { base64Of, type MediaHints, partOfData, partOfId, partOfUrl } from "./media-source.ts";

const bytes = (value: unknown): value is Uint8Array | ArrayBuffer =>
  value instanceof Uint8Array || value instanceof ArrayBuffer;

/** Where the AI SDK may have the bytes of a file: inline, behind an address, at a provider, or as text. */
export function aiSdkFile(data: unknown, hints: MediaHints): MediaPart | undefined {
  if (bytes(data)) return partOfData(new Uint8Array(data), hints);
  if (data instanceof URL) return partOfUrl(data.href, hints);
  if (typeof data === "string")
    return /^(?:data:|https?:)/i.test(data) ? partOfUrl(data, hints) : partOfData(data, hints);
  const tagged = taggedData().safeParse(data);
  if (tagged.success) {
    const file = tagged.data;
    if (file.type === "data") return aiSdkFile(file.data, hints);
    if (file.type === "url") return aiSdkFile(file.url, hints);
    if (file.type === "reference") return ofReference(file.reference, hints);
    return partOfData(base64Of(new TextEncoder().encode(file.text)), {
      ...hints,
      mediaType: hints.mediaType ?? "text/plain",
    });
  }
  const reference = z.record(z.string(), z.string()).safeParse(data);
  return reference.success ? ofReference(reference.data, hints) : undefined;
}

/** Ids by provider; the form of an id tells whose it is. */
function ofReference(reference: Readonly<Record<string, string>>, hints: MediaHints): MediaPart | undefined {
  const [id] = Object.values(reference);
  return id === undefined ? undefined : partOfId(id, hints);
}

function taggedData() {
  return z.discriminatedUnion("type", [
    z.looseObject({ type: z.literal("data"), data: z.unknown() }),
    z.looseObject({ type: z.literal("url"), url: z.unknown() }),
    z.looseObject({ type: z.literal("reference"), reference: z.record(z.string(), z.string()) }),
    z.looseObject({ type: z.literal("text"), text: z.string() }),
  ]);
}
