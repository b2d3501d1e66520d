/**
 * What a ZIP archive says it unpacks to, in bytes; infinite where its list of files can't be read.
 *
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT (4.3.12 and 4.3.16)
 */
export function unpackedSize(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === undefined) return Number.POSITIVE_INFINITY;
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== 0x02014b50) return Number.POSITIVE_INFINITY;
    total += view.getUint32(at + 24, true);
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return total;
}

/** The end record is the last thing in the archive, but for a comment of at most 64 kB. */
function findEnd(view: DataView): number | undefined {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at -= 1)
    if (view.getUint32(at, true) === 0x06054b50) return at;
  return undefined;
}
