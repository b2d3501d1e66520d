/**
 * A text of somebody else as one line of a prompt: without control characters, marks that are not seen, and line breaks, in
 * quotes where it has more than a plain name has, and cut.
 *
 * @param maxChars In characters as people see them. @default 72
 */
export function plainLine(text: string, maxChars = 72): string {
  const seen = text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  // The first segmenter of a process takes ten milliseconds.
  const cut = seen.length <= maxChars ? seen : cutAt(seen, maxChars);
  return /^[\p{L}\p{N}_./@+:…-]+$/u.test(cut) ? cut : JSON.stringify(cut);
}

function cutAt(text: string, maxChars: number): string {
  const characters = Array.from(new Intl.Segmenter().segment(text.slice(0, 2_000)), ({ segment }) => segment);
  return characters.length <= maxChars ? text : `${characters.slice(0, maxChars - 1).join("")}…`;
}
