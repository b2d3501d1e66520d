/** Shannon entropy of the characters, in bits per character. */
function entropyBits(text: string): number {
  const counts = new Map<number, number>();
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/**
 * Whether a text looks drawn by chance: letters and digits mixed, few repetitions, no counting up. Words with hyphens,
 * version names and rows of the same character are not.
 */
export function looksRandom(text: string, shortest: number): boolean {
  const part = text.length > 200 ? text.slice(0, 200) : text;
  if (text.length < shortest || isRegular(part)) return false;
  const letters = /[A-Za-z]/.test(part);
  const digits = /\d/.test(part);
  // A text of n characters can't have more than log2(n) bits, so that short ones are held to less.
  const enough = Math.min(3.2, Math.log2(part.length) * 0.7);
  if (entropyBits(part) < enough) return false;
  if (letters && digits) return !isWords(part);
  return letters && part.length >= 20 && changesCase(part) && !isWords(part);
}

/**
 * Whether a text may be what follows the prefix of a provider, where chance alone may have given it few digits or what
 * sounds like a word. Phrases of plain words are not.
 */
export function looksDrawn(text: string, shortest: number): boolean {
  const part = text.length > 200 ? text.slice(0, 200) : text;
  if (text.length < shortest || isRegular(part) || entropyBits(part) < 2.5) return false;
  const phrase = part
    .split(/[-_.:/+=]+/)
    .every((word) => /^(?:[a-z]+|[A-Z]?[a-z]+|[A-Z]+|v?\d{0,4})$/.test(word) && word.length < 16);
  if (phrase) return false;
  if (/\d/.test(part) || (part.match(/[a-z][A-Z]|[A-Z][a-z]/g)?.length ?? 0) >= 3) return true;
  return part.length >= 24 && !isWords(part);
}

/** Rows and steps: xxxxxxxx, 0123456789, abcdef. */
export function isRegular(text: string): boolean {
  if (text.length < 4) return true;
  let steps = 0;
  for (let index = 1; index < text.length; index++) {
    const step = text.charCodeAt(index) - text.charCodeAt(index - 1);
    if (step === 0 || step === 1) steps++;
  }
  return steps >= (text.length - 1) * 0.6;
}

/** Names that people give: words that can be spoken, with few digits, in any of the ways of writing several as one. */
export function isWords(text: string): boolean {
  const letters = text.replaceAll(/[^A-Za-z]/g, "");
  const digits = text.replaceAll(/\D/g, "").length;
  if (letters.length === 0 || digits > text.length * 0.25) return false;
  const words = text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  const spoken = words.filter(
    (word) => word.length >= 3 && /[aeiouy]/i.test(word) && !/[^aeiouy]{6}/i.test(word),
  );
  const covered = spoken.reduce((sum, word) => sum + word.length, 0);
  return covered >= letters.length * 0.7 && letters.length / words.length >= 3.4;
}

function changesCase(text: string): boolean {
  return (text.match(/[a-z][A-Z]|[A-Z][a-z]/g)?.length ?? 0) >= text.length / 6;
}
