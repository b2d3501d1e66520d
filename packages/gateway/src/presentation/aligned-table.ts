const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const wide =
  /\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\uFF01-\uFF60]/u;

/** Rows of cells as lines in which the columns stand below each other, in letters of equal width. The first row is the head. */
export function alignedTable(
  rows: readonly (readonly string[])[],
  align: readonly ("left" | "right" | "center" | null)[],
): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(1, ...rows.map((row) => widthOf(row[column] ?? ""))),
  );
  const lineOf = (row: readonly string[]): string =>
    widths
      .map((width, column) => {
        const cell = row[column] ?? "";
        const space = " ".repeat(Math.max(0, width - widthOf(cell)));
        return align[column] === "right" ? space + cell : cell + space;
      })
      .join(" | ")
      .trimEnd();
  const [head = [], ...body] = rows;
  const rule = widths.map((width) => "-".repeat(width)).join("-+-");
  return [lineOf(head), rule, ...body.map(lineOf)].join("\n");
}

function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += wide.test(segment) ? 2 : 1;
  return width;
}
