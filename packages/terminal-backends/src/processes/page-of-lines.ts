export interface LinePage {
  readonly output: string;
  readonly total_lines: number;
  /** Such as `lines 801–1000 of 1000`. */
  readonly showing: string;
}

/**
 * A page of the lines of an output.
 *
 * @param offset First line, counted from 1. Undefined: the last `limit` lines.
 */
export function pageOfLines(
  text: string,
  { offset, limit }: { readonly offset: number | undefined; readonly limit: number },
): LinePage {
  const lines = text.split("\n");
  // What follows the last line end is no line.
  if (lines.at(-1) === "") lines.pop();
  const first = offset ?? Math.max(1, lines.length - limit + 1);
  const page = lines.slice(first - 1, first - 1 + limit);
  const last = first + page.length - 1;
  const showing = page.length === 0 ? "none" : `${first}–${last}`;
  return {
    output: page.map((line) => `${line}\n`).join(""),
    total_lines: lines.length,
    showing: `lines ${showing} of ${lines.length}`,
  };
}
