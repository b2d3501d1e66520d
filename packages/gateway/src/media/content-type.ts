/** What bytes are, by themselves: names and types that others give are only claims. */
export interface ContentType {
  readonly mimeType: string;
  readonly kind: "image" | "audio" | "video" | "text" | "document";
  /** With its dot. */
  readonly extension: string;
}

type Row = readonly [mimeType: string, kind: ContentType["kind"], extension: string, begins: RegExp];

// oxfmt-ignore
const signatures: readonly Row[] = [
  ["image/png", "image", ".png", /^\x89PNG\r\n\x1a\n/],
  ["image/jpeg", "image", ".jpg", /^\xff\xd8\xff/],
  ["image/gif", "image", ".gif", /^GIF8[79]a/],
  ["image/webp", "image", ".webp", /^RIFF[^]{4}WEBP/],
  ["image/bmp", "image", ".bmp", /^BM[^]{4}\0\0\0\0/],
  ["image/tiff", "image", ".tiff", /^(?:II\*\0|MM\0\*)/],
  ["image/heic", "image", ".heic", /^[^]{4}ftyp(?:heic|heix|mif1)/],
  ["audio/ogg", "audio", ".ogg", /^OggS/],
  ["audio/wav", "audio", ".wav", /^RIFF[^]{4}WAVE/],
  ["audio/flac", "audio", ".flac", /^fLaC/],
  ["audio/mp4", "audio", ".m4a", /^[^]{4}ftypM4A /],
  ["audio/mpeg", "audio", ".mp3", /^(?:ID3|\xff[\xe2-\xef\xf2-\xff][\x10-\xe0])/],
  ["video/mp4", "video", ".mp4", /^[^]{4}ftyp/],
  ["video/webm", "video", ".webm", /^\x1a\x45\xdf\xa3/],
  ["video/x-msvideo", "video", ".avi", /^RIFF[^]{4}AVI /],
  ["application/pdf", "document", ".pdf", /^%PDF-/],
  ["application/zip", "document", ".zip", /^PK\x03\x04/],
  ["application/gzip", "document", ".gz", /^\x1f\x8b/],
];

/** By the first bytes; text is what is UTF-8 without control characters; the rest is a document. */
export function contentType(bytes: Uint8Array): ContentType {
  const head = Buffer.from(bytes.subarray(0, 32)).toString("latin1");
  const found = signatures.find(([, , , begins]) => begins.test(head));
  if (found !== undefined) return { mimeType: found[0], kind: found[1], extension: found[2] };
  return readText(bytes) === undefined
    ? { mimeType: "application/octet-stream", kind: "document", extension: ".bin" }
    : { mimeType: "text/plain", kind: "text", extension: ".txt" };
}

/** The bytes as text; undefined where they are none. */
export function readText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    // oxlint-disable-next-line no-control-regex
    return /[\u0000-\u0008\u000E-\u001A\u001C-\u001F]/.test(text) ? undefined : text;
  } catch {
    // Not UTF-8.
    return undefined;
  }
}

/** Types of files that are sent, by their names. */
// oxfmt-ignore
const byExtension: Readonly<Record<string, string>> = {
  png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg", gif: "image/gif", webp: "image/webp", bmp: "image/bmp",
  tiff: "image/tiff", svg: "image/svg+xml", mp4: "video/mp4", mov: "video/quicktime", mkv: "video/x-matroska",
  webm: "video/webm", avi: "video/x-msvideo", mp3: "audio/mpeg", wav: "audio/wav", ogg: "audio/ogg", oga: "audio/ogg", opus: "audio/ogg",
  m4a: "audio/mp4", flac: "audio/flac", pdf: "application/pdf", zip: "application/zip", json: "application/json",
  txt: "text/plain", md: "text/markdown", csv: "text/csv", html: "text/html", xml: "application/xml",
};

/** By its name; `application/octet-stream` where that says nothing. */
export function mimeTypeOfName(name: string): string {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  return byExtension[extension] ?? "application/octet-stream";
}
