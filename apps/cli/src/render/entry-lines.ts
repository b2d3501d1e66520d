import { columnsOf, oneLine } from "./fit.ts";
import { paragraph } from "./paragraph.ts";
import { table } from "./table.ts";

/** Rows as a table where each fits; else each as a line, and its last column below, whole. */
export function entryLines(
  rows: readonly (readonly string[])[],
  columns: number | undefined,
): readonly string[] {
  const lines = table(rows, undefined);
  if (columns === undefined || lines.every((line) => columnsOf(line) <= columns)) return lines;
  const heads = table(
    rows.map((row) => row.slice(0, -1)),
    columns,
  );
  return rows.flatMap((row, index) => [
    heads[index] ?? "",
    ...paragraph(oneLine(row.at(-1) ?? ""), { columns, indent: 2 }),
  ]);
}
