/**
 * The known name that a mistyped one most likely means. Case, `-`, `_` and spaces do not count.
 *
 * @returns undefined when none is near.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = fold(name);
  const [best] = bySimilarity(name, candidates);
  if (best === undefined) return undefined;
  return distanceBetween(wanted, fold(best)) <= Math.max(1, Math.floor(wanted.length / 3)) ? best : undefined;
}

/** All names, the likest first; of equally like ones the one nearest in length, then in the order of the alphabet. */
export function bySimilarity(name: string, candidates: Iterable<string>): readonly string[] {
  const wanted = fold(name);
  return [...candidates]
    .map((candidate) => {
      const folded = fold(candidate);
      const lengthApart = Math.abs(folded.length - wanted.length);
      return { candidate, distance: distanceBetween(wanted, folded), lengthApart };
    })
    .sort(
      (left, right) =>
        left.distance - right.distance ||
        left.lengthApart - right.lengthApart ||
        (left.candidate < right.candidate ? -1 : 1),
    )
    .map(({ candidate }) => candidate);
}

// Longer names come from nobody's typing mistake, and the distance costs the product of the lengths.
const longestName = 100;

function fold(name: string): string {
  return name
    .slice(0, longestName)
    .toLowerCase()
    .replaceAll(/[-_\s]/g, "");
}

/**
 * Edit distance, two swapped letters being one edit, except that a name that contains the other is at distance one:
 * people leave words out.
 */
function distanceBetween(left: string, right: string): number {
  if (left === right) return 0;
  if (Math.min(left.length, right.length) > 2 && (left.includes(right) || right.includes(left))) return 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const swapped = isSwap ? (beforePrevious[column - 2] ?? 0) + 1 : Infinity;
      current.push(Math.min(replaced, swapped, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    [beforePrevious, previous] = [previous, current];
  }
  return previous[right.length] ?? 0;
}
