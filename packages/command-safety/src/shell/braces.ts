const maxWords = 256;

/**
 * The words that brace expansion makes of one word: `{a,b}c` gives `ac` and `bc`, `{1..3}` gives numbers.
 *
 * @returns `undefined` when there are more than 256, and where quotes or substitutions stand in the word.
 */
export function expandBraces(text: string): readonly string[] | undefined {
  if (/['"\\`]|\$[({]/.test(text)) return undefined;
  let words: readonly string[] = [text];
  for (;;) {
    const next = words.flatMap(expandFirst);
    if (next.length > maxWords) return undefined;
    if (next.length === words.length && next.every((word, index) => word === words[index])) return words;
    words = next;
  }
}

/** A brace without others in it goes first; what has no comma and no range is plain text. */
function expandFirst(word: string): readonly string[] {
  for (const match of word.matchAll(/\{([^{}]*)\}/g)) {
    const [whole, inner = ""] = match;
    const values = inner.includes(",") ? inner.split(",") : range(inner);
    if (values === undefined) continue;
    return values.map((value) => word.slice(0, match.index) + value + word.slice(match.index + whole.length));
  }
  return [word];
}

function range(text: string): readonly string[] | undefined {
  const [, first, last] = /^(-?\d{1,9})\.\.(-?\d{1,9})$/.exec(text) ?? [];
  if (first === undefined || last === undefined || /^-?0\d/.test(first + last)) return undefined;
  const [from, to] = [Number(first), Number(last)];
  // Longer ranges are cut: the whole word is unknown then.
  const count = Math.min(Math.abs(to - from) + 1, maxWords + 1);
  return Array.from({ length: count }, (_, index) => String(from + index * Math.sign(to - from || 1)));
}
