import widthOf from "fast-string-truncated-width";

const plain = /^[ -~]*$/;
/** A character with everything that is drawn onto it. */
const cluster = /\p{RI}{2}|.(?:[\p{M}\u{1f3fb}-\u{1f3ff}]|\u200d.)*/gsu;

/** Columns that a text takes; wide characters and emoji count two. */
export function columnsOf(text: string): number {
  return plain.test(text) ? text.length : widthOf(text).width;
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

/** A text on one line, without anything that could move the cursor or change colours. */
export function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is taken out
  return text
    .replace(/\u001b\[[0-?]*[ -/]*[@-~]|\u001b[@-_]/g, "")
    .replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ")
    .trim();
}

/** Fills a text with blanks up to a number of columns. */
export function pad(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - columnsOf(text)));
}

/** A model's words may not move the cursor, rename the window or write to the clipboard. */
export function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is taken out
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "");
}
