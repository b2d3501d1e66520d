type Encoding = "utf-8" | "utf-16le" | "utf-16be";

/** How a file keeps its text, so that a changed text can be written the same way. */
export interface TextFormat {
  readonly encoding: Encoding;
  readonly byteOrderMark: boolean;
}

export type DecodedText =
  | { readonly ok: true; readonly text: string; readonly format: TextFormat }
  | {
      readonly ok: false;
      /** What the bytes look like, such as `a PNG image`. */
      readonly guess: string;
    };

export const plainUtf8: TextFormat = { encoding: "utf-8", byteOrderMark: false };

/** Decodes a text file. The text has no byte order mark; encoding it again gives the same bytes. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const format = formatOf(bytes);
  try {
    const text = new TextDecoder(format.encoding, { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return { ok: true, text, format };
  } catch {
    // Not a text in this encoding: what it is instead is guessed below.
  }
  return { ok: false, guess: guessType(bytes) };
}

export function encodeText(text: string, { encoding, byteOrderMark }: TextFormat): Uint8Array {
  const marked = byteOrderMark ? `\ufeff${text}` : text;
  if (encoding === "utf-8") return Buffer.from(marked, "utf8");
  const bytes = Buffer.from(marked, "utf16le");
  return encoding === "utf-16le" ? bytes : bytes.swap16();
}

function formatOf(bytes: Uint8Array): TextFormat {
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return { encoding: "utf-8", byteOrderMark: true };
  if (startsWith(bytes, [0xff, 0xfe])) return { encoding: "utf-16le", byteOrderMark: true };
  if (startsWith(bytes, [0xfe, 0xff])) return { encoding: "utf-16be", byteOrderMark: true };
  return plainUtf8;
}

function guessType(bytes: Uint8Array): string {
  const known = signatures.find(([, signature, at = 0]) => startsWith(bytes.subarray(at), signature));
  if (known !== undefined) return known[0];
  return bytes.subarray(0, 8_000).includes(0)
    ? "binary data"
    : "text in another encoding than UTF-8, or binary data";
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

const signatures: readonly (readonly [type: string, signature: readonly number[], at?: number])[] = [
  ["a PNG image", [0x89, 0x50, 0x4e, 0x47]],
  ["a JPEG image", [0xff, 0xd8, 0xff]],
  ["a GIF image", [0x47, 0x49, 0x46, 0x38]],
  ["a WebP image", [0x57, 0x45, 0x42, 0x50], 8],
  ["a WAV sound", [0x57, 0x41, 0x56, 0x45], 8],
  ["an MP3 sound", [0x49, 0x44, 0x33]],
  ["an MP4 video", [0x66, 0x74, 0x79, 0x70], 4],
  ["a PDF document", [0x25, 0x50, 0x44, 0x46]],
  ["a ZIP archive or office document", [0x50, 0x4b, 0x03, 0x04]],
  ["a gzip archive", [0x1f, 0x8b]],
  ["a Zstandard archive", [0x28, 0xb5, 0x2f, 0xfd]],
  ["an xz archive", [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ["a 7z archive", [0x37, 0x7a, 0xbc, 0xaf]],
  ["an ELF program", [0x7f, 0x45, 0x4c, 0x46]],
  ["a Windows program", [0x4d, 0x5a]],
  ["a Mach-O program", [0xcf, 0xfa, 0xed, 0xfe]],
  ["a WebAssembly module", [0x00, 0x61, 0x73, 0x6d]],
  ["a SQLite database", [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65]],
];
