import type { ImageKind } from "./image-type.ts";

/** What the head and the end of a picture say, without decoding it. */
export interface ImageHead {
  readonly width: number;
  readonly height: number;
  /** False where its end is missing. */
  readonly isWhole: boolean;
  /** Whether it has to be turned to stand upright. */
  readonly isTurned: boolean;
}

/** Reads the head of a PNG, JPEG, GIF or WebP. @returns Undefined for others, and where it says no size. */
export function readImageHead(bytes: Uint8Array, kind: ImageKind): ImageHead | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    switch (kind) {
      case "png":
        return pngHead(view);
      case "gif":
        return gifHead(view);
      case "jpeg":
        return jpegHead(view);
      case "webp":
        return webpHead(view);
      default:
        return undefined;
    }
  } catch (error) {
    // Read past the end: it is cut off within its head.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function pngHead(view: Buffer): ImageHead {
  const [width, height] = [view.readUInt32BE(16), view.readUInt32BE(20)];
  return { width, height, isWhole: endsAsPng(view), isTurned: false };
}

/** The last block is its name and four bytes of a checksum. */
function endsAsPng(view: Buffer): boolean {
  const at = view.lastIndexOf("IEND", undefined, "latin1");
  return at > 24 && at + 8 <= view.length;
}

function gifHead(view: Buffer): ImageHead {
  const [width, height] = [view.readUInt16LE(6), view.readUInt16LE(8)];
  return { width, height, isWhole: endsAsGif(view), isTurned: false };
}

/** Goes from block to block: the byte of the end is found within pictures, too. */
function endsAsGif(view: Buffer): boolean {
  const colours = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  let at = 13 + colours(view.readUInt8(10));
  while (at < view.length) {
    const block = view[at];
    if (block === 0x3b) return true;
    if (block === 0x2c && at + 10 < view.length) at += 11 + colours(view.readUInt8(at + 9));
    else if (block === 0x21) at += 2;
    else return false;
    for (let size = view[at]; size !== 0; size = view[at]) {
      if (size === undefined) return false;
      at += 1 + size;
    }
    at += 1;
  }
  return false;
}

function jpegHead(view: Buffer): ImageHead | undefined {
  let isTurned = false;
  for (let at = 2; view.readUInt8(at) === 0xff;) {
    const marker = view.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = view.readUInt16BE(at + 2);
    if (marker === 0xe1 && view.toString("latin1", at + 4, at + 8) === "Exif")
      isTurned = orientationIn(view.subarray(at + 10, at + 2 + length)) > 1;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      const [height, width] = [view.readUInt16BE(at + 5), view.readUInt16BE(at + 7)];
      return { width, height, isWhole: view.lastIndexOf("\u00ff\u00d9", undefined, "latin1") > at, isTurned };
    }
    if (marker === 0xda || length < 2) return undefined;
    at += 2 + length;
  }
  return undefined;
}

/** Of the first directory of Exif data. */
function orientationIn(tiff: Buffer): number {
  const isLittle = tiff.toString("latin1", 0, 2) === "II";
  const two = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  try {
    const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    const count = two(first);
    for (let index = 0; index < count; index++) {
      const entry = first + 2 + index * 12;
      if (two(entry) === 0x0112) return two(entry + 8);
    }
  } catch {
    // Broken Exif data turns nothing.
  }
  return 1;
}

function webpHead(view: Buffer): ImageHead | undefined {
  const isWhole = view.readUInt32LE(4) + 8 <= view.length;
  const size = (width: number, height: number): ImageHead => ({ width, height, isWhole, isTurned: false });
  switch (view.toString("latin1", 12, 16)) {
    case "VP8X":
      return size(view.readUIntLE(24, 3) + 1, view.readUIntLE(27, 3) + 1);
    case "VP8L": {
      const bits = view.readUInt32LE(21);
      return size((bits & 0x3f_ff) + 1, ((bits >>> 14) & 0x3f_ff) + 1);
    }
    case "VP8 ":
      return size(view.readUInt16LE(26) & 0x3f_ff, view.readUInt16LE(28) & 0x3f_ff);
    default:
      return undefined;
  }
}
