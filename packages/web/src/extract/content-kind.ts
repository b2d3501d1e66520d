/** What bytes are, told before they are all there. */
export type ContentKind =
  | { readonly kind: "pdf" | "html" | "xml" | "json" | "text" }
  /** Nothing that can be read as text; `what` is for people, such as "a PNG image". */
  | { readonly kind: "binary"; readonly what: string };

/**
 * Tells what a page is by its content type and, where that lies or is missing, by its first bytes.
 *
 * @param head The first bytes: 1024 are enough.
 */
export function contentKindOf(contentType: string, head: Uint8Array): ContentKind {
  const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, 1024)).toString("latin1");
  if (start.includes("%PDF-") && !/^\s*</.test(start)) return { kind: "pdf" };
  const signature = signatures.find(([pattern]) => pattern.test(start));
  if (signature !== undefined) return { kind: "binary", what: signature[1] };
  // Of UTF-16 every other byte may be zero; in what is called text one may have got lost.
  const isText =
    !start.includes("\0") ||
    /^(?:\xff\xfe|\xfe\xff|<\0|\0<)/.test(start) ||
    /utf-?16/i.test(contentType) ||
    (type.startsWith("text/") && start.split("\0").length < 10);
  if (!isText) return { kind: "binary", what: type === "" ? "a binary file" : `a file of type ${type}` };
  const plain = start.replaceAll("\0", "").replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, "");
  if (/^\s*(?:<!--[^]*?-->\s*)*<(?:!doctype html|html|head|body)\b/i.test(plain)) return { kind: "html" };
  if (/^\s*<\?xml\b|^\s*<(?:rss|feed|rdf:RDF|urlset|sitemapindex|svg)\b/i.test(plain))
    return { kind: /<html\b/i.test(plain) ? "html" : "xml" };
  if (type === "application/json" || type.endsWith("+json") || type === "text/json") return { kind: "json" };
  if (type === "text/html" || type === "application/xhtml+xml") return { kind: "html" };
  if (type === "application/xml" || type === "text/xml" || type.endsWith("+xml")) return { kind: "xml" };
  if (/^(?:image|audio|video|font)\//.test(type)) return { kind: "binary", what: `a file of type ${type}` };
  if (type.startsWith("text/") && type !== "text/plain") return { kind: "text" };
  if (/^\s*[[{]/.test(plain)) return { kind: "json" };
  // Without a name for it, markup is markup.
  if (type === "" && /^\s*<[a-z!]/i.test(plain)) return { kind: "html" };
  return { kind: "text" };
}

// Of https://mimesniff.spec.whatwg.org, what links lead to.
const signatures: readonly (readonly [RegExp, string])[] = [
  [/^\x89PNG\r\n/, "a PNG image"],
  [/^\xff\xd8\xff/, "a JPEG image"],
  [/^GIF8[79]a/, "a GIF image"],
  [/^RIFF[^]{4}WEBP/, "a WebP image"],
  [/^RIFF[^]{4}WAVE/, "a WAV sound"],
  [/^[^]{4}ftyp/, "an MP4 file"],
  [/^\x1a\x45\xdf\xa3/, "a WebM video"],
  [/^(?:ID3|\xff\xfb)/, "an MP3 sound"],
  [/^OggS/, "an Ogg file"],
  [/^wOF[F2]/, "a font"],
  [/^PK\x03\x04/, "a ZIP archive or an Office document"],
  [/^\x1f\x8b/, "a gzip archive"],
  [/^\xd0\xcf\x11\xe0/, "an old Office document"],
  [/^\x7fELF|^MZ[^]{2}\0/, "a program"],
];
