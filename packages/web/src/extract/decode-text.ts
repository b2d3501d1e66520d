import sniff from "html-encoding-sniffer";

export interface DecodeOptions {
  readonly contentType: string;
  readonly xml: boolean;
  /** Whether the bytes may end within a character. */
  readonly isCut: boolean;
}

/**
 * Text of bytes: by the byte order mark, else by what the server or the page says of its encoding. A label that is wrong gives way to
 * the bytes where they leave no doubt: what is valid UTF-8 beyond ASCII is UTF-8, and what is labelled UTF-8 and mostly is not, is not.
 */
export function decodeText(bytes: Uint8Array, options: DecodeOptions): string {
  const { xml, isCut } = options;
  const label = /charset\s*=\s*["']?([^\s"';,]+)/i.exec(options.contentType)?.[1];
  const named = sniff(bytes, { xml, transportLayerEncodingLabel: label });
  if (named === "UTF-16LE" || named === "UTF-16BE") return decodeAs(named, bytes);
  const utf8 = safeUtf8(bytes, isCut);
  // ASCII alone says nothing: ISO-2022-JP consists of it.
  if (utf8 !== undefined && (named === "UTF-8" || hasHighByte(bytes))) return utf8;
  if (named !== "UTF-8") return decodeAs(named, bytes);
  const own = sniff(bytes, { xml, defaultEncoding: "windows-1252" });
  if (own !== "UTF-8") {
    const decoded = decodeAs("utf-8", bytes);
    return isMostlyBroken(decoded) ? decodeAs(own, bytes) : decoded;
  }
  const decoded = decodeAs("utf-8", bytes);
  return isMostlyBroken(decoded) ? decodeAs("windows-1252", bytes) : decoded;
}

function decodeAs(encoding: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    // "replacement" stands for encodings that nobody may decode any more.
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function safeUtf8(bytes: Uint8Array, isCut: boolean): string | undefined {
  try {
    // As a stream, a character that is cut at the end is no error.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
}

function hasHighByte(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte > 0x7f);
}

/** Whether of what is not ASCII more is broken than not. */
function isMostlyBroken(text: string): boolean {
  const beyond = text.match(/[^\x00-\x7f]/gu) ?? [];
  return beyond.filter((character) => character === "\uFFFD").length * 2 > beyond.length;
}
