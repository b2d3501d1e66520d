import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";

/** Where the times of ZIP begin: the same document gives the same file. */
const mtime = new Date(1980, 0, 1);

/** A ZIP file of a library of ours with some of its texts changed, and all compressed. */
export function rewriteZip(bytes: Uint8Array, change: (name: string, text: string) => string): Uint8Array {
  const files = Object.entries(unzipSync(bytes)).filter(([name]) => !name.endsWith("/"));
  const changed = files.map(([name, data]) => [
    name,
    /\.(?:xml|rels)$/.test(name) ? strToU8(change(name, strFromU8(data))) : data,
  ]);
  return zipSync(Object.fromEntries(changed), { mtime });
}
