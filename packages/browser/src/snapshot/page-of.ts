export interface PageOfOptions {
  /** Number of the page, counted from 1. One beyond the last gives the last. */
  readonly page: number;
  /** Longest page in characters, its note included. @default 8_000 */
  readonly maxChars?: number | undefined;
}

export interface SnapshotPage {
  readonly text: string;
  readonly page: number;
  readonly pages: number;
}

/** Room for the note that says how to get the next page. */
const noteChars = 100;

/**
 * One page of the lines of a snapshot: whole lines, each on exactly one page, and a last line that says how to get the next.
 *
 * A line longer than a page is cut with "…".
 */
export function pageOf(lines: readonly string[], { page, maxChars = 8_000 }: PageOfOptions): SnapshotPage {
  const room = Math.max(1, maxChars - noteChars);
  const pages: string[][] = [[]];
  let used = 0;
  for (const line of lines) {
    const cut = line.length > room ? `${line.slice(0, room - 1)}…` : line;
    if (used + cut.length + 1 > room && used > 0) {
      pages.push([]);
      used = 0;
    }
    pages.at(-1)?.push(cut);
    used += cut.length + 1;
  }
  const number = Math.min(Math.max(1, Math.trunc(page)), pages.length);
  const text = (pages[number - 1] ?? []).join("\n");
  const note =
    number < pages.length
      ? `\n[page ${String(number)} of ${String(pages.length)}; continue with page: ${String(number + 1)}]`
      : "";
  return { text: text + note, page: number, pages: pages.length };
}
