/** A hint is read with every failure it is about: it must be short. */
const maxTokens = 55;

/** A text of at most about 55 tokens; what goes beyond is cut at a word. */
export function cutHint(text: string): string {
  let cost = 0;
  let end = 0;
  for (const [piece] of text.matchAll(/\s*[A-Za-z]+|\s*\d+|\s*[^\sA-Za-z\d]|\s+$/gu)) {
    // Long words are cut in pieces of about four letters, digits in threes; other scripts cost up to three a sign.
    const word = piece.trim();
    cost += /^[A-Za-z]/.test(word)
      ? Math.ceil(word.length / 5)
      : /^\d/.test(word)
        ? Math.ceil(word.length / 3)
        : word > "\u007f"
          ? 2
          : 1;
    if (cost > maxTokens) return `${text.slice(0, end).trimEnd()}…`;
    end += piece.length;
  }
  return text;
}
