// Node 22 has isWellFormed and toWellFormed; this repository compiles for ES2023.
/// <reference lib="es2024.string" />
const maxDefaultTitle = 60;
const maxTitle = 100;

/** A title from the first words of a person: one line, at most 60 characters; null when there are no words. */
export function defaultTitle(text: string): string | null {
  // The text may be a pasted book; its beginning is enough for a title.
  const line = oneLine(text.slice(0, 1000));
  return line === "" ? null : cut(line, maxDefaultTitle);
}

/** A title that a person chose: one line, at most 100 characters; empty when nothing visible is left. */
export function cleanTitle(title: string): string {
  return cut(oneLine(title), maxTitle);
}

function oneLine(text: string): string {
  // Control characters and invisible direction marks would spoil a list on a terminal.
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, "")
    .trim();
}

function cut(line: string, maxChars: number): string {
  if (line.length <= maxChars) return line;
  // A pair of surrogates that the cut would split goes as a whole.
  return `${line
    .slice(0, maxChars - 1)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trimEnd()}…`;
}
