export interface NumberLinesOptions {
  readonly text: string;
  /** First line, from 1. */
  readonly offset: number;
  readonly limit: number;
  /** Of the page as JSON: that is what a model is sent. */
  readonly maxChars: number;
  readonly maxLineChars: number;
}

export interface NumberedPage {
  /** `12|text of the line`, joined by line feeds. */
  readonly content: string;
  readonly totalLines: number;
  /** Last line in the page; one less than `offset` when the page is empty. */
  readonly lastLine: number;
}

/** A page of whole lines with their numbers. Line ends of either kind are left out. */
export function numberLines({
  text,
  offset,
  limit,
  maxChars,
  maxLineChars,
}: NumberLinesOptions): NumberedPage {
  const page: string[] = [];
  let chars = 0;
  let line = 0;
  let full = false;
  for (let start = 0; start < text.length;) {
    const end = lineEnd(text, start);
    line += 1;
    if (line >= offset && page.length < limit && !full) {
      const numbered = `${line}|${shorten(text.slice(start, text[end - 1] === "\r" ? end - 1 : end), maxLineChars)}`;
      // Two marks around the line as JSON are as long as the line end will be.
      chars += JSON.stringify(numbered).length;
      // The first line is always in, so that every page leads on.
      full = page.length > 0 && chars > maxChars;
      if (!full) page.push(numbered);
    }
    start = end + 1;
  }
  return { content: page.join("\n"), totalLines: line, lastLine: offset + page.length - 1 };
}

function lineEnd(text: string, start: number): number {
  const at = text.indexOf("\n", start);
  return at === -1 ? text.length : at;
}

function shorten(line: string, maxChars: number): string {
  if (line.length <= maxChars) return line;
  // Not between the two halves of a character.
  const end = /[\ud800-\udbff]/.test(line[maxChars - 1] ?? "") ? maxChars - 1 : maxChars;
  return `${line.slice(0, end)}… [${line.length - end} more characters]`;
}
