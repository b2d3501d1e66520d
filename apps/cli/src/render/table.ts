import { columnsOf, fit, oneLine, pad } from "./fit.ts";

/** Rows as columns of text, two blanks apart. The last column is cut to what is left of the width. */
export function table(rows: readonly (readonly string[])[], columns: number | undefined): readonly string[] {
  const cells = rows.map((row) => row.map(oneLine));
  const widths: number[] = [];
  for (const row of cells) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, columnsOf(cell));
  }
  return cells.map((row) => {
    const last = row.length - 1;
    const line = row.map((cell, index) => (index === last ? cell : pad(cell, widths[index] ?? 0))).join("  ");
    return columns === undefined ? line : fit(line, columns);
  });
}
