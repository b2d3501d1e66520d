/**
 * Folds what a reader takes for the same: case, accents of Latin, Greek and Cyrillic letters, full-width forms, Arabic
 * vowel marks, variants of an emoji. Index, queries and the scan without an index all fold by this one function.
 */
export function fold(text: string): string {
  return isAscii(text) ? text.toLowerCase() : foldKeepingCase(text).toLowerCase().replaceAll("ς", "σ");
}

/** Like `fold`, but upper case stays, because the humps of an identifier are seen by it. */
export function foldKeepingCase(text: string): string {
  if (isAscii(text)) return text;
  let folded = text.normalize("NFKC");
  if (mayHaveAccents.test(folded)) folded = folded.normalize("NFD").replace(accents, "").normalize("NFC");
  return ignorable.test(folded) ? folded.replace(ignorables, "") : folded;
}

export function isAscii(text: string): boolean {
  return !nonAscii.test(text);
}

// oxlint-disable-next-line no-control-regex -- ASCII begins with the control characters
const nonAscii = /[^\x00-\x7F]/;
const mayHaveAccents = /[\u00C0-\u024F\u0300-\u052F\u1E00-\u1FFF]/;
const accents = /[\u0300-\u036F]+/g;
// Arabic vowel marks and the stretching line, soft hyphen, invisible joiners of no meaning, variation selectors of emoji.
const ignorable = /[\u00AD\u0640\u064B-\u0652\u0670\u200B\u2060\uFE0E\uFE0F\uFEFF]/;
const ignorables = new RegExp(ignorable.source, "g");
