/// <reference lib="es2024.string" />
// Control characters, line separators and the marks that turn the direction of writing: with them a text of the page could look like
// lines of its own.
const misleading = /[\p{Cc}\u{2028}\u{2029}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}\u{feff}]/gu;

/** What most texts are without; they are taken as they are. */
const unusual = /[^ -~]| {2}|^ | $|\[@/;

/**
 * Text of a page as part of one line, at most `maxChars` long; what is cut ends in "…".
 *
 * White space is single, and `[@` is broken up, so that no text of a page reads as a reference.
 */
export function cleanText(text: string, maxChars: number): string {
  if (text.length <= maxChars && !unusual.test(text)) return text;
  // A page can hold megabytes in one name; what is cut away anyway isn't looked at.
  const one = text
    .slice(0, maxChars * 4)
    .toWellFormed()
    .replace(misleading, " ")
    .replace(/\s+/gu, " ")
    .replace(/\[(?=@)/g, "[ ")
    .trim();
  return one.length > maxChars ? `${one.slice(0, maxChars - 1).toWellFormed()}…` : one;
}

/** The same in quotation marks; those within are escaped. */
export function quoteText(text: string, maxChars: number): string {
  return `"${cleanText(text, maxChars).replace(/["\\]/g, "\\$&")}"`;
}
