export interface VisibleRows {
  /** First row in sight, and the first one after it that is not. */
  readonly from: number;
  readonly to: number;
  /** Whether there is room to say what is out of sight. */
  readonly marked: boolean;
}

/**
 * Chooses the rows of a list that are shown: as many as fit around one of them, in their order. Where some are out of
 * sight, a line above or below is left for saying so.
 *
 * @param heights Lines of each row.
 */
export function visibleRows(
  heights: readonly number[],
  { at, room }: { readonly at: number; readonly room: number },
): VisibleRows {
  const marked = room > 4;
  const markers = (from: number, to: number) => (marked ? Number(from > 0) + Number(to < heights.length) : 0);
  let [from, to] = [at, at + 1];
  let used = heights[at] ?? 0;
  const tryRow = (index: number, range: readonly [number, number]): boolean => {
    const height = heights[index];
    if (height === undefined || used + height + markers(...range) > room) return false;
    used += height;
    [from, to] = range;
    return true;
  };
  for (let grown = true; grown;) {
    const up = tryRow(from - 1, [from - 1, to]);
    const down = tryRow(to, [from, to + 1]);
    grown = up || down;
  }
  return { from, to, marked };
}
