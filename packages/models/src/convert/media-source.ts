import type { MediaPart } from "../message.ts";

/** Types by the endings of addresses that name none. */
const typesByEnding: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  pdf: "application/pdf",
};

/** Types by how their bytes begin, in base64. */
const typesByStart: readonly (readonly [start: string, mediaType: string])[] = [
  ["iVBORw0KGgo", "image/png"],
  ["/9j/", "image/jpeg"],
  ["R0lGOD", "image/gif"],
  ["UklGR", "image/webp"],
  ["JVBERi0", "application/pdf"],
];

export interface MediaHints {
  readonly mediaType?: string | undefined;
  readonly name?: string | undefined;
}

/** A picture or a file behind a `data:` URL or an address. Undefined: it is neither. */
export function partOfUrl(url: string, hints: MediaHints = {}): MediaPart | undefined {
  const inline = /^data:([^;,]*)(?:;[^;,]+)*?;base64,(.*)$/s.exec(url);
  if (inline !== null)
    return partOfData(inline[2] ?? "", { ...hints, mediaType: inline[1] || hints.mediaType });
  if (!/^https?:\/\//i.test(url)) return undefined;
  const ending = /\.(\w+)(?:[?#]|$)/.exec(url)?.[1]?.toLowerCase() ?? "";
  return part(exact(hints.mediaType) ?? typesByEnding[ending] ?? hints.mediaType, hints, { url });
}

/** The same from base64, or from the bytes themselves. */
export function partOfData(data: string | Uint8Array, hints: MediaHints): MediaPart {
  const text = typeof data === "string" ? data : base64Of(data);
  const seen = typesByStart.find(([start]) => text.startsWith(start))?.[1];
  return part(exact(hints.mediaType) ?? seen ?? hints.mediaType, hints, { data: text });
}

export function partOfId(fileId: string, hints: MediaHints): MediaPart {
  return part(hints.mediaType, hints, { fileId });
}

type Source = { readonly data: string } | { readonly url: string } | { readonly fileId: string };

/** A type that is one: `image/*` only says that there is a picture. */
function exact(mediaType: string | undefined): string | undefined {
  return mediaType?.endsWith("*") === true ? undefined : mediaType;
}

function part(mediaType = "application/octet-stream", { name }: MediaHints, source: Source): MediaPart {
  if (mediaType.startsWith("image/")) return { type: "image", mediaType, ...source };
  return { type: "file", mediaType, ...(name === undefined ? {} : { name }), ...source };
}

/** Without `Buffer`, which not every runtime has. */
export function base64Of(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(binary);
}
