import { packedWeights, startWeight, weightStep } from "./weights.ts";

export interface Weights {
  /** What a piece without any known feature weighs. */
  readonly start: number;
  readonly byHash: ReadonlyMap<number, number>;
}

let table: Weights | undefined;

/** Unpacks the table on first use: gaps between sorted hashes in groups of seven bits, each followed by a signed byte. */
export function readWeights(): Weights {
  if (table !== undefined) return table;
  const bytes = Uint8Array.from(atob(packedWeights), (letter) => letter.charCodeAt(0));
  const byHash = new Map<number, number>();
  let hash = 0;
  let gap = 0;
  let shift = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    gap |= (byte & 127) << shift;
    shift += 7;
    if (byte >= 128) continue;
    hash += gap;
    byHash.set(hash, (((bytes[++at] ?? 0) << 24) >> 24) * weightStep);
    gap = 0;
    shift = 0;
  }
  table = { start: startWeight, byHash };
  return table;
}

/** 22 bits: of features that were never seen, one in some hundreds is taken for another. */
export function hashOf(feature: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < feature.length; at++) {
    hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193);
  }
  return (hash ^ (hash >>> 15)) & 0x3fffff;
}
