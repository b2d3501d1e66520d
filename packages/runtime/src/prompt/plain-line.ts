/**
 * A text of somebody else as one line of a prompt: without control characters, marks that are not seen, and line breaks, in
 * quotes where it has more than a plain name has, and cut.
 *
 * @param maxChars In characters as people see them. @default 72
 */
export function plainLine(text: string, maxChars = 72): string {
  const seen = text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  const characters = Array.from(new Intl.Segmenter().segment(seen.slice(0, 2_000)), ({ segment }) => segment);
  const cut = characters.length <= maxChars ? seen : `${characters.slice(0, maxChars - 1).join("")}…`;
  return /^[\p{L}\p{N}_./@+:…-]+$/u.test(cut) ? cut : JSON.stringify(cut);
}
