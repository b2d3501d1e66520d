export interface MatchTextOptions {
  /** What a `*` may stand for; absent: anything. */
  readonly gap?: ((text: string) => boolean) | undefined;
}

/**
 * Whether a text is what a pattern describes, from end to end. `*` stands for any text, also for none; `\*` for a star.
 * Takes time in proportion to the two lengths, whatever the pattern.
 */
export function matchText(pattern: string, text: string, { gap = anything }: MatchTextOptions = {}): boolean {
  const [first = "", ...rest] = splitStars(pattern);
  if (!text.startsWith(first)) return false;
  const last = rest.pop();
  if (last === undefined) return text.length === first.length;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    // The nearest place is the best: it leaves the smallest gap here and the most text for the rest.
    if (found === -1 || !gap(text.slice(at, found))) return false;
    at = found + part.length;
  }
  const end = text.length - last.length;
  return end >= at && text.endsWith(last) && gap(text.slice(at, end));
}

/** Whether a pattern is a plain text. */
export function isPlainPattern(pattern: string): boolean {
  return splitStars(pattern).length === 1;
}

/** Characters of a pattern that are meant as they are. */
export function literalLength(pattern: string): number {
  return splitStars(pattern).reduce((sum, part) => sum + part.length, 0);
}

/** A pattern that matches one text and no other. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\*]/g, "\\$&");
}

function splitStars(pattern: string): string[] {
  const parts = [""];
  for (const [token] of pattern.matchAll(/\\[\\*]|\*+|[^\\*]+|\\/g)) {
    if (token.startsWith("*")) parts.push("");
    else
      parts.push(
        (parts.pop() ?? "") + (token.length === 2 && token.startsWith("\\") ? token.slice(1) : token),
      );
  }
  return parts;
}

function anything(): boolean {
  return true;
}
