import { nearest } from "@hermes/registry";

/** Ids that may be meant: the nearest in spelling, then those that share most words. At most five. */
export function similarNames(name: string, known: readonly string[]): readonly string[] {
  const close = nearest(name, known);
  const words = wordsOf(name);
  const shared = known
    .map((id) => ({ id, count: [...wordsOf(id)].filter((word) => words.has(word)).length }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
    .map(({ id }) => id);
  return [...new Set([...(close === undefined ? [] : [close]), ...shared])].slice(0, 5);
}

function wordsOf(id: string): ReadonlySet<string> {
  return new Set(id.split(/[._]/).filter((word) => word.length > 1));
}
