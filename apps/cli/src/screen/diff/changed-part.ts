import { clustersOf } from "../../render/fit.ts";

/** In a longer line nobody looks for a single word. */
const maxChars = 1000;
/** What two lines must have in common at least, for the rest of them to be told apart. */
const minShare = 0.3;

export interface ChangedPart {
  readonly before: string;
  readonly changed: string;
  readonly after: string;
}

/** What differs between two lines, in each of them. Undefined: they have too little in common, or are the same. */
export function changedParts(old: string, fresh: string): readonly [ChangedPart, ChangedPart] | undefined {
  if (old === fresh || old.length > maxChars || fresh.length > maxChars) return undefined;
  const [left, right] = [clustersOf(old), clustersOf(fresh)];
  const most = Math.min(left.length, right.length);
  let head = 0;
  while (head < most && left[head] === right[head]) head += 1;
  let tail = 0;
  while (tail < most - head && left.at(-1 - tail) === right.at(-1 - tail)) tail += 1;
  const common = [...left.slice(0, head), ...left.slice(left.length - tail)].join("").trim().length;
  if (common < Math.max(old.trim().length, fresh.trim().length) * minShare) return undefined;
  const parts = (all: readonly string[]): ChangedPart => ({
    before: all.slice(0, head).join(""),
    changed: all.slice(head, all.length - tail).join(""),
    after: all.slice(all.length - tail).join(""),
  });
  return [parts(left), parts(right)];
}
