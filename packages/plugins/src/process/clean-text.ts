import { stripVTControlCharacters, toUSVString } from "node:util";

// Controls but tab and line feed, marks that turn the direction of writing, and characters without a shape.
const unseen =
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|[\u{E0000}-\u{E007F}]/gu;

/** Text of a plug-in as it can be shown: without sequences for terminals, control characters and what is not seen; cut to a length. */
export function cleanText(text: string, maxChars: number): string {
  // Cut before it is read through, so that a huge text costs no more than what is kept of it.
  const head = toUSVString(text.slice(0, maxChars * 2));
  const clean = stripVTControlCharacters(head).replace(unseen, "").trim();
  return clean.length <= maxChars ? clean : `${toUSVString(clean.slice(0, maxChars - 1))}…`;
}
