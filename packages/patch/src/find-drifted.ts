import { alignLines } from "./diff-lines.ts";
import { foldedLine, lineLevel, squeezeText } from "./fold-text.ts";

/** Lines of a text, from 0; `end` is the one after the last. */
export interface DriftedRegion {
  readonly start: number;
  readonly end: number;
  /** For each line of `old` its index in the region, where it is there. */
  readonly pairs: readonly (number | undefined)[];
}

/** Fewer lines that say something are too few to be recognised when some of them are different. */
const minTellingLines = 3;
/** Share of the lines of `old` that must be there. */
const minShared = 0.6;
const maxCandidates = 50;

/**
 * Finds the block that begins and ends as `old` does while something within is different: lines that somebody else
 * changed, took out or put in.
 *
 * @returns Every region that is similar enough. A change is safe only where there is exactly one, and where `pairs`
 *   knows each line that it touches.
 */
export function findDrifted(lines: readonly string[], old: readonly string[]): readonly DriftedRegion[] {
  const wanted = old.map((line) => foldedLine(line, lineLevel));
  if (new Set(wanted.filter((line) => /[\p{L}\p{N}]/u.test(line))).size < minTellingLines) return [];
  const first = wanted.findIndex((line) => line !== "");
  const last = wanted.findLastIndex((line) => line !== "");
  const there = squeezeText(lines.join("\n"));
  if (![first, last].every((at) => there.includes(squeezeText(wanted[at] ?? "")))) return [];
  const folded = lines.map((line) => foldedLine(line, lineLevel));
  const longest = Math.ceil((last - first + 1) * 1.5) + 2;
  const starts = indexesOf(folded, wanted[first] ?? "");
  const ends = indexesOf(folded, wanted[last] ?? "");
  const regions: DriftedRegion[] = [];
  for (const start of starts) {
    for (const end of ends) {
      if (end <= start || end - start >= longest) continue;
      if (regions.length >= maxCandidates) return regions;
      const pairs = pairLines(wanted, folded.slice(start, end + 1));
      const told = wanted.filter((line) => line !== "").length;
      const shared = pairs.filter((at, index) => at !== undefined && wanted[index] !== "").length;
      if (shared / told >= minShared) regions.push({ start, end: end + 1, pairs });
    }
  }
  return regions;
}

function indexesOf(lines: readonly string[], wanted: string): number[] {
  return lines.flatMap((line, index) => (line === wanted ? [index] : []));
}

/**
 * Which line stands for which. A line that is there more often than it was thought to be stands for nothing: which of
 * them is meant is open.
 */
export function pairLines(
  wanted: readonly string[],
  region: readonly string[],
): readonly (number | undefined)[] {
  const pairs: (number | undefined)[] = wanted.map(() => undefined);
  const [inWanted, inRegion] = [countEach(wanted), countEach(region)];
  let at = 0;
  let regionAt = 0;
  for (const { kind, lines } of alignLines(wanted, region)) {
    if (kind === "same") {
      for (const [index, line] of lines.entries()) {
        const certain = line === "" || inRegion.get(line) === inWanted.get(line);
        if (certain) pairs[at + index] = regionAt + index;
      }
    }
    if (kind !== "added") at += lines.length;
    if (kind !== "removed") regionAt += lines.length;
  }
  return pairs;
}

function countEach(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}
