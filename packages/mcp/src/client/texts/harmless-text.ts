import { stripVTControlCharacters, toUSVString } from "node:util";

// Controls but tab and line feed; marks that turn the direction of writing; characters without a shape, among them the tags
// (U+E0000) in which text can be hidden from people.
const unseen =
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|[\u{E0000}-\u{E007F}]/gu;

/**
 * Text of a server as it can be shown: without sequences for terminals, control characters and what is not seen.
 *
 * @param maxChars What is longer is cut, and ends in an ellipsis.
 */
export function harmlessText(text: string, maxChars: number): string {
  // Cut before it is read through, so that a huge text costs no more than what is kept of it.
  const head = text.length > maxChars * 2 ? text.slice(0, maxChars * 2) : text;
  const clean = stripVTControlCharacters(toUSVString(head).replaceAll("\r\n", "\n")).replace(unseen, "");
  if (clean.length <= maxChars && head.length === text.length) return clean;
  return `${toUSVString(clean.slice(0, Math.max(0, maxChars - 1)))}…`;
}

/** The same on one line. */
export function harmlessLine(text: string, maxChars: number): string {
  return harmlessText(text.replace(/\s+/gu, " ").trim(), maxChars);
}
