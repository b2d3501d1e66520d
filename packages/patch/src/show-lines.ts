export interface ShownLines {
  readonly text: string;
  /** First and last line, from 1. */
  readonly startLine: number;
  readonly endLine: number;
  /** More are left out. */
  readonly maxLines: number;
}

const maxLineChars = 500;

/** Lines with their numbers, `12|text of the line`, for a message about what stands where. */
export function showLines({ text, startLine, endLine, maxLines }: ShownLines): string {
  return text
    .split(/\r?\n/)
    .slice(startLine - 1, Math.min(endLine, startLine - 1 + maxLines))
    .map((line, index) => `${startLine + index}|${line.slice(0, maxLineChars)}`)
    .join("\n");
}

const maxPlaces = 3;
const maxPlaceLines = 8;

/**
 * The first places where a text is, each with a line before and after, so that they can be told apart.
 *
 * @param lines Lines, from 1, on which the places begin.
 * @param count How many lines each of them has.
 */
export function showPlaces(text: string, lines: readonly number[], count: number): string {
  const total = text.split("\n").length;
  return lines
    .slice(0, maxPlaces)
    .map((line) =>
      showLines({
        text,
        startLine: Math.max(1, line - 1),
        endLine: Math.min(total, line + count),
        maxLines: maxPlaceLines,
      }),
    )
    .join("\n…\n");
}
