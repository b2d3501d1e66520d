/** Of base64, in characters: some providers take no more than 5 MB. */
const maxChars = 5_000_000;
/** Some providers take no more on a side. */
const maxSide = 8_000;

/**
 * Whether models with eyes take a picture: it is what it says that it is, and neither too large nor too wide. One that a provider
 * refuses would be refused again with every later request of its conversation.
 */
export function isShowable({
  mimeType,
  base64,
}: {
  readonly mimeType: string;
  readonly base64: string;
}): boolean {
  const read = Object.hasOwn(sizes, mimeType) ? sizes[mimeType] : undefined;
  if (read === undefined || base64.length > maxChars) return false;
  const size = read(Buffer.from(base64, "base64"));
  return size !== undefined && size.every((side) => side > 0 && side <= maxSide);
}

/** Width and height, in pixels. */
type Size = readonly [number, number];

/** How the size is written in each kind that every model with eyes takes; undefined where it is no such picture. */
const sizes: Readonly<Record<string, (bytes: Buffer) => Size | undefined>> = {
  "image/png": (bytes) =>
    bytes.length >= 24 && bytes.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex"))
      ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
      : undefined,
  "image/gif": (bytes) =>
    bytes.length >= 10 && /^GIF8[79]a/.test(bytes.toString("latin1", 0, 6))
      ? [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]
      : undefined,
  "image/jpeg": sizeOfJpeg,
  "image/webp": sizeOfWebp,
};

/** It stands in the first frame header, behind segments that say how long they are. */
function sizeOfJpeg(bytes: Buffer): Size | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= bytes.length;) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function sizeOfWebp(bytes: Buffer): Size | undefined {
  const text = (from: number, to: number): string => bytes.toString("latin1", from, to);
  if (bytes.length < 30 || text(0, 4) !== "RIFF" || text(8, 12) !== "WEBP") return undefined;
  switch (text(12, 16)) {
    case "VP8 ":
      return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    }
    case "VP8X":
      return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
    default:
      return undefined;
  }
}
