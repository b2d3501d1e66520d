export interface NearestRegion {
  /** First and last line, from 1. */
  readonly startLine: number;
  readonly endLine: number;
  /** The region as it stands, lines joined by `\n`. */
  readonly text: string;
  /** 0 to 1; 1 when only blanks at the ends of lines differ. */
  readonly similarity: number;
}

/** Below this a region has nothing to do with what was looked for. */
const minSimilarity = 0.3;
/** Candidates that are compared line by line. */
const maxCandidates = 24;
/** Lines of `old` that are compared: a long text is recognised by its beginning. */
const maxComparedLines = 200;
const maxComparedChars = 300;
/** Positions in `old` that one word may vote for; a word that stands on every line says little. */
const maxVotesPerWord = 8;

/**
 * Finds the lines that look most like `old`, for a message about why it was not found.
 *
 * The words of each line vote for the place where `old` would begin, rare words more than common ones; only the
 * places with most votes are compared in full. The cost grows with the length of the texts, not with their product.
 *
 * @returns Undefined when nothing is alike.
 */
export function findNearest(text: string, old: string): NearestRegion | undefined {
  const lines = splitLines(text);
  const wanted = trimBlankLines(splitLines(old)).slice(0, maxComparedLines);
  if (wanted.length === 0) return undefined;
  const best = candidates(lines, wanted)
    .map((start) => ({ start, similarity: regionSimilarity(lines, wanted, start) }))
    .reduce<{ start: number; similarity: number } | undefined>(
      (winner, next) => (winner === undefined || next.similarity > winner.similarity ? next : winner),
      undefined,
    );
  if (best === undefined || best.similarity < minSimilarity) return undefined;
  const start = Math.max(0, best.start);
  const end = Math.min(lines.length, best.start + wanted.length);
  return {
    startLine: start + 1,
    endLine: end,
    text: lines.slice(start, end).join("\n"),
    similarity: best.similarity,
  };
}

function splitLines(text: string): string[] {
  return text.split(/\r?\n/);
}

function trimBlankLines(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line.trim() !== "");
  if (first === -1) return [];
  return lines.slice(first, lines.findLastIndex((line) => line.trim() !== "") + 1);
}

/** Indexes of lines on which `wanted` may begin, most promising first. May be negative: the region then starts at 0. */
function candidates(lines: readonly string[], wanted: readonly string[]): number[] {
  const positions = new Map<string, number[]>();
  for (const [index, line] of wanted.entries()) {
    for (const word of wordsOf(line)) {
      const known = positions.get(word);
      if (known === undefined) positions.set(word, [index]);
      else if (known.length < maxVotesPerWord) known.push(index);
    }
  }
  const seen = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    for (const word of wordsOf(line)) {
      if (!positions.has(word)) continue;
      const known = seen.get(word);
      if (known === undefined) seen.set(word, [index]);
      else known.push(index);
    }
  }
  const votes = new Map<number, number>();
  for (const [word, occurrences] of seen) {
    const weight = 1 / occurrences.length;
    for (const position of positions.get(word) ?? []) {
      for (const index of occurrences)
        votes.set(index - position, (votes.get(index - position) ?? 0) + weight);
    }
  }
  return maxVoted(votes);
}

function maxVoted(votes: ReadonlyMap<number, number>): number[] {
  const top: { start: number; votes: number }[] = [];
  let worst = 0;
  for (const [start, count] of votes) {
    if (top.length >= maxCandidates && count <= worst) continue;
    top.push({ start, votes: count });
    if (top.length <= maxCandidates * 4) continue;
    // Sorted now and then instead of at each step.
    top.sort((a, b) => b.votes - a.votes).splice(maxCandidates);
    worst = top.at(-1)?.votes ?? 0;
  }
  return top
    .sort((a, b) => b.votes - a.votes)
    .slice(0, maxCandidates)
    .map(({ start }) => start);
}

/** Words, and for lines without any the line itself, so that brackets and rules count as well. */
function wordsOf(line: string): ReadonlySet<string> {
  const start = line.slice(0, maxComparedChars);
  const words = start.match(/[\p{L}\p{N}_$]+/gu);
  const trimmed = start.trim();
  if (words !== null) return new Set([...words, trimmed]);
  return new Set(trimmed === "" ? [] : [trimmed]);
}

function regionSimilarity(lines: readonly string[], wanted: readonly string[], start: number): number {
  let total = 0;
  let weights = 0;
  for (const [index, line] of wanted.entries()) {
    // Long lines say more than a closing bracket does.
    const weight = Math.min(line.trim().length, 40) + 1;
    weights += weight;
    total += weight * lineSimilarity(lines[start + index] ?? "", line);
  }
  return total / weights;
}

/** Share of common pairs of characters (Dice), blanks at both ends ignored. */
function lineSimilarity(left: string, right: string): number {
  const a = left.trim().slice(0, maxComparedChars);
  const b = right.trim().slice(0, maxComparedChars);
  if (a === b) return left.trimEnd() === right.trimEnd() ? 1 : 0.95;
  if (a.length < 2 || b.length < 2) return 0;
  const pairs = new Map<string, number>();
  for (let at = 0; at < a.length - 1; at += 1) {
    const pair = a.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  let common = 0;
  for (let at = 0; at < b.length - 1; at += 1) {
    const pair = b.slice(at, at + 2);
    const left = pairs.get(pair) ?? 0;
    if (left === 0) continue;
    pairs.set(pair, left - 1);
    common += 1;
  }
  return (0.95 * 2 * common) / (a.length + b.length - 2);
}
