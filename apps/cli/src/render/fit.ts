import widthOf from "fast-string-truncated-width";
import { cleanText } from "./clean-text.ts";

const plain = /^[ -~]*$/;
/** A character with everything that is drawn onto it. */
const cluster = /\p{RI}{2}|.(?:[\p{M}\u{1f3fb}-\u{1f3ff}\u{e0020}-\u{e007f}]|\u200d.)*/gsu;

/** Columns that a text takes; wide characters and emoji count two. */
export function columnsOf(text: string): number {
  return plain.test(text) ? text.length : widthOf(text).width;
}

/** A text as what is drawn in one place each: none can be parted without being drawn as something else. */
export function clustersOf(text: string): readonly string[] {
  return text.match(cluster) ?? [];
}

/** Cuts a text to a number of columns, with `…` as the last one where something is missing. */
export function fit(text: string, columns: number): string {
  if (text.length * 2 <= columns || columnsOf(text) <= columns) return text;
  let cut = "";
  let used = 1;
  for (const [character] of text.matchAll(cluster)) {
    used += columnsOf(character);
    if (used > columns) break;
    cut += character;
  }
  return columns < 1 ? "" : `${cut}…`;
}

/** What others wrote, on one line; see `cleanText`. */
export function oneLine(text: string): string {
  // What is cleaned is gone, and what stood apart through it stays apart.
  // oxlint-disable-next-line no-control-regex -- these are what is taken out
  return cleanText(text.replace(/[\t\v\f\r\u0085]/g, " "))
    .replace(/\s+/g, " ")
    .trim();
}

/** Fills a text with blanks up to a number of columns. */
export function pad(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - columnsOf(text)));
}
