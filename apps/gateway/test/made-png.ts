import { randomFillSync } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";

/** Grey noise as a PNG, which has about as many bytes as pixels. */
export function madePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0], 8);
  const rows = randomFillSync(Buffer.alloc((width + 1) * height));
  // No row has a filter.
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0;
  const signature = Buffer.from("\u0089PNG\r\n\u001a\n", "latin1");
  const data = deflateSync(rows, { level: 1 });
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}
