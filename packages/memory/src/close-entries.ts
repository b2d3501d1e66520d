/** Above this share of common words, whoever writes the second of two entries is shown the first. */
const closeShare = 0.5;
/** A single word in common says nothing. */
const fewestShared = 2;
/** Forms of one word mostly begin alike. */
const stemChars = 5;

/**
 * The entry that shares the most words with an offered one, where these make more than half of the shorter of the two. A word that
 * many entries have counts for less. Whether they say the same is for the reader to decide.
 *
 * @returns Undefined where nothing is that close.
 */
export function closestEntry(entries: readonly string[], offered: string): string | undefined {
  const known = entries.map((entry) => ({ entry, words: wordsOf(entry) }));
  const holders = new Map<string, number>();
  for (const { words } of known) for (const word of words) holders.set(word, (holders.get(word) ?? 0) + 1);
  const weigh = (words: Iterable<string>): number => {
    let sum = 0;
    for (const word of words) sum += Math.log((known.length + 1) / ((holders.get(word) ?? 0) + 0.5));
    return sum;
  };
  const wanted = wordsOf(offered);
  const wantedWeight = weigh(wanted);
  let closest: { readonly entry: string; readonly share: number } | undefined;
  for (const { entry, words } of known) {
    const shared = [...wanted].filter((word) => words.has(word));
    const share = weigh(shared) / Math.min(wantedWeight, weigh(words));
    if (shared.length >= fewestShared && share > Math.max(closeShare, closest?.share ?? 0))
      closest = { entry, share };
  }
  return closest?.entry;
}

/** Whether the words of a text stand in another one, in their order and without a gap. A text without words does not. */
export function isStatedIn(text: string, other: string): boolean {
  // "The user" is how a note calls the one who says "I".
  const wanted = listWords(text.replace(/^the user(?:'s)?\b/iu, ""));
  const there = listWords(other);
  return (
    wanted.length > 0 &&
    there.some((_, at) => wanted.every((word, index) => isFormOf(word, there[at + index] ?? "")))
  );
}

/** "likes" and "like"; short words have to be equal. */
function isFormOf(left: string, right: string): boolean {
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  return left === right || (short.length >= 4 && long.startsWith(short));
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(listWords(text).map((word) => [...word].slice(0, stemChars).join("")));
}

function listWords(text: string): readonly string[] {
  // Languages without spaces have words, too.
  const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });
  const segments = [...segmenter.segment(text.normalize("NFKC").toLowerCase())];
  return segments.flatMap(({ segment, isWordLike }) => (isWordLike === true ? [segment] : []));
}
