/** What bytes are, by how they begin; a name may say anything. */
export type ImageKind = "png" | "jpeg" | "gif" | "webp" | "heic" | "avif" | "tiff" | "bmp" | "svg";

/** The media type of a kind. */
export const mediaTypes: Readonly<Record<ImageKind, string>> = {
  png: "image/png",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  heic: "image/heic",
  avif: "image/avif",
  tiff: "image/tiff",
  bmp: "image/bmp",
  svg: "image/svg+xml",
};

/** @returns Undefined for what is no picture that is known here. */
export function imageKindOf(bytes: Uint8Array): ImageKind | undefined {
  const head = Buffer.from(bytes.subarray(0, 1_024)).toString("latin1");
  if (head.startsWith("\u0089PNG\r\n\u001a\n")) return "png";
  if (head.startsWith("\u00ff\u00d8\u00ff")) return "jpeg";
  if (/^GIF8[79]a/.test(head)) return "gif";
  if (/^RIFF[^]{4}WEBP/.test(head)) return "webp";
  if (/^[^]{4}ftyp(?:avif|avis)/.test(head)) return "avif";
  if (/^[^]{4}ftyp(?:hei[cxms]|hev[cx]|mif1|msf1)/.test(head)) return "heic";
  if (/^(?:II\*\0|MM\0\*)/.test(head)) return "tiff";
  if (/^BM[^]{4}\0\0\0\0/.test(head)) return "bmp";
  return /^(?:\u00ef\u00bb\u00bf)?\s*(?:<\?xml|<!--|<!DOCTYPE svg|<svg[\s>])/i.test(head) &&
    /<svg[\s>]/i.test(head)
    ? "svg"
    : undefined;
}
