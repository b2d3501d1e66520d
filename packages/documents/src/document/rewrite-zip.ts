import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";

interface Entry {
  readonly name: Buffer;
  readonly data: Buffer;
}

/** A ZIP file of a library of ours with some of its texts changed, and all compressed. It is no reader for files of others. */
export function rewriteZip(bytes: Uint8Array, change: (name: string, text: string) => string): Uint8Array {
  return zipOf(
    entriesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).map(({ name, data }) => {
      if (!/\.(?:xml|rels)$/.test(name.toString())) return { name, data };
      return { name, data: Buffer.from(change(name.toString(), data.toString())) };
    }),
  );
}

/** By the central directory (APPNOTE 4.3.12), which says the sizes in every case. */
function entriesOf(zip: Buffer): readonly Entry[] {
  const end = zip.lastIndexOf("PK\u0005\u0006", undefined, "latin1");
  const entries: Entry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      zip.readUInt16LE(at + offset),
    );
    const name = zip.subarray(at + 46, at + 46 + (nameLength ?? 0));
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(start, start + zip.readUInt32LE(at + 20));
    const isDeflated = zip.readUInt16LE(at + 10) === 8;
    entries.push({ name, data: isDeflated ? inflateRawSync(packed) : packed });
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return entries.filter(({ name }) => !name.toString().endsWith("/"));
}

function zipOf(entries: readonly Entry[]): Uint8Array {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data } of entries) {
    const packed = deflateRawSync(data);
    // Version 2.0, names in UTF-8, deflated, 1 January 1980: the same document gives the same file.
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(0x08_00, 2);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt16LE(0x21, 8);
    shared.writeUInt32LE(crc32(data), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(data.length, 18);
    shared.writeUInt16LE(name.length, 22);
    locals.push(Buffer.from("PK\u0003\u0004", "latin1"), shared, name, packed);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from("PK\u0001\u0002\u0014\u0000", "latin1"), shared, place, name);
    offset += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...locals, ...directory, end]));
}
