import type { Cut, CutPlan, CutRank } from "./cuts.ts";

/** How full a message must be for a cut of this rank to be preferred to a later one of a lower rank. */
const blockFill = 0.35;
const fills: readonly (readonly [CutRank, number])[] = [
  ["block", blockFill],
  ["line", 0.5],
  ["sentence", 0.5],
];

export interface NextPiece {
  readonly from: number;
  /** Longest piece, with its number and without. */
  readonly max: number;
  readonly room: number;
  /** Whether a piece fits with its number, and how long one is without. */
  readonly fits: (text: string) => boolean;
  readonly measure: (text: string) => number;
  /** What is sent where the piece ends there. */
  readonly piece: (to: number) => string;
}

/** Where the next piece ends: at the end of a block where that fills it well enough, else where most fits. */
export function bestCut(whole: string, plan: CutPlan, next: NextPiece): number {
  const { cuts } = plan;
  const { from, max, room, fits, measure, piece } = next;
  const afterBlock = lastBlockThatFits(whole, plan, next);
  if (afterBlock !== undefined) return afterBlock;
  const fitsTo = (at: number): boolean => fits(piece(at));
  const first = firstAfter(cuts, from);
  // What one piece of the length allowed takes once it is sent tells how much of the Markdown fits.
  const reach = Math.min(from + max, whole.length);
  const share = (reach - from) / Math.max(1, measure(piece(reach)));
  const guess = firstAfter(cuts, from + share * room) - first;
  const last = furthest(cuts.length - first, guess, (count) => fitsTo(cuts[first + count - 1]?.at ?? from));
  if (last === 0)
    return from + cutWithin(whole.slice(from, cuts[first]?.at), max, (length) => fitsTo(from + length));
  const end = cuts[first + last - 1]?.at ?? whole.length;
  if (end === whole.length) return end;
  const fitting = cuts.slice(first, first + last);
  for (const [rank, fill] of fills) {
    const cut = fitting.findLast((each) => each.rank === rank && each.at - from >= fill * (end - from));
    if (cut !== undefined) return cut.at;
  }
  return end;
}

/** By the sum of the blocks, each of which is measured once; undefined where the blocks that fit leave too much room. */
function lastBlockThatFits(
  whole: string,
  { blocks }: CutPlan,
  { from, room, fits, measure, piece }: NextPiece,
): number | undefined {
  const ends: number[] = [];
  let used = 0;
  for (let index = blocks.findIndex(({ to }) => to > from), block = blocks[index]; block !== undefined;) {
    // One that is much longer is not measured for each of its pieces.
    if (block.to - Math.max(from, block.from) > 4 * room) break;
    used += measure(from > block.from ? piece(block.to) : whole.slice(block.from, block.to).trimEnd());
    if (used > room) break;
    if (block.to === whole.length || (!block.isHeading && used >= blockFill * room)) ends.push(block.to);
    used += 2;
    block = blocks[++index];
  }
  return ends.findLast((at) => fits(piece(at)));
}

/** The greatest count up to `limit` for which it holds, looked for around a guess; 0 where it holds for none that was tried. */
function furthest(limit: number, guess: number, holds: (count: number) => boolean): number {
  let good = 0;
  let bad = limit + 1;
  for (let step = 1, tried = Math.min(Math.max(guess, 1), limit); tried > good && tried < bad; step *= 2) {
    if (holds(tried)) good = tried;
    else bad = tried;
    tried = bad > limit ? Math.min(good + step, limit) : good === 0 ? bad - step : good;
  }
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (holds(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

function firstAfter(cuts: readonly Cut[], from: number): number {
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cuts[middle]?.at ?? 0) > from) high = middle;
    else low = middle + 1;
  }
  return low;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Within what should have stayed whole but is longer than a message: at a space, else between graphemes, else between characters. */
function cutWithin(whole: string, max: number, fits: (length: number) => boolean): number {
  let reach = Math.min(2 * max, whole.length);
  while (reach < whole.length && fits(reach)) reach = Math.min(2 * reach, whole.length);
  const window = whole.slice(0, reach);
  const end = furthestEnd(
    Array.from(graphemes.segment(window), ({ segment }) => segment),
    max,
    fits,
  );
  if (end > 0) {
    const space = window.slice(0, end).lastIndexOf(" ");
    return space > end / 2 ? space + 1 : end;
  }
  const characters = [...window];
  return Math.max(furthestEnd(characters, max, fits), characters[0]?.length ?? 1);
}

/** Where the last of the parts ends up to which it fits; 0 for none. */
function furthestEnd(parts: readonly string[], max: number, fits: (length: number) => boolean): number {
  const ends = endsOf(parts);
  const guess = ends.findIndex((end) => end > max);
  const count = furthest(ends.length, guess === -1 ? ends.length : guess, (tried) =>
    fits(ends[tried - 1] ?? 0),
  );
  return ends[count - 1] ?? 0;
}

function endsOf(parts: readonly string[]): readonly number[] {
  let end = 0;
  return parts.map((part) => (end += part.length));
}
