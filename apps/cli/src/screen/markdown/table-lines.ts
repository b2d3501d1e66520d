import type { Tokens } from "marked";
import { columnsOf } from "../../render/fit.ts";
import type { Style } from "../../render/style.ts";
import { drawLine, type Mark, type Span, unmarked } from "../text/span.ts";
import { wrapSpans } from "../text/wrap-spans.ts";
import { inlineSpans, type InlineOptions } from "./inline-spans.ts";

/** A narrower column is not read but spelt. */
const minColumns = 8;
const divider = " │ ";

export interface TableOptions extends InlineOptions {
  readonly columns: number;
  readonly style: Style;
}

type Cell = readonly Span[];

/** A table whose columns shrink and whose cells wrap. Where they would get too narrow, a row is lines of `name: value`. */
export function tableLines({ header, rows, align }: Tokens.Table, options: TableOptions): readonly string[] {
  const { columns } = options;
  const heads = header.map(({ tokens }) => inlineSpans(tokens, options, options.colours ? bold : unmarked));
  const cells = rows.map((row) => row.map(({ tokens }) => inlineSpans(tokens, options)));
  const natural = heads.map((head, index) =>
    Math.max(1, ...[head, ...cells.map((row) => row[index] ?? [])].map(widthOf)),
  );
  const widths = shrink(natural, columns - divider.length * (heads.length - 1));
  if (widths === undefined) return listLines(heads, cells, options);
  const rowLines = (row: readonly Cell[]): readonly string[] =>
    drawRow(row, { widths, align, style: options.style });
  const rule = options.style.dim(widths.map((width) => "─".repeat(width)).join("─┼─"));
  const drawn = cells.map(rowLines);
  // Rows of several lines need a sign where each of them ends.
  const apart = drawn.some((lines) => lines.length > 1);
  return [
    ...rowLines(heads),
    rule,
    ...drawn.flatMap((lines, index) => (apart && index > 0 ? [rule, ...lines] : lines)),
  ];
}

const bold: readonly Mark[] = ["bold"];

/** Width of the widest line of a cell. */
function widthOf(cell: Cell): number {
  const text = cell.map((span) => span.text).join("");
  return Math.max(...text.split("\n").map((line) => columnsOf(line.trim())));
}

/** Narrow columns keep their width, wide ones share the rest. Undefined: one of those would be too narrow. */
function shrink(natural: readonly number[], columns: number): readonly number[] | undefined {
  const widths = [...natural];
  const open = new Set(natural.keys());
  let left = columns;
  for (;;) {
    const share = Math.floor(left / Math.max(1, open.size));
    const narrow = [...open].filter((index) => (natural[index] ?? 0) <= share);
    if (open.size === 0) return widths;
    if (narrow.length === 0) {
      if (share < minColumns) return undefined;
      for (const [place, index] of [...open].entries())
        widths[index] = share + (place < left - share * open.size ? 1 : 0);
      return widths;
    }
    for (const index of narrow) {
      left -= natural[index] ?? 0;
      open.delete(index);
    }
  }
}

interface RowOptions {
  readonly widths: readonly number[];
  readonly align: Tokens.Table["align"];
  readonly style: Style;
}

function drawRow(row: readonly Cell[], { widths, align, style }: RowOptions): readonly string[] {
  const wrapped = widths.map((width, index) => wrapSpans(row[index] ?? [], width));
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, at) =>
    widths
      .map((width, index) => {
        const line = wrapped[index]?.[at] ?? [];
        const missing = Math.max(0, width - line.reduce((sum, { text }) => sum + columnsOf(text), 0));
        const before = { left: 0, right: missing, center: Math.floor(missing / 2) }[align[index] ?? "left"];
        const last = index === widths.length - 1;
        return " ".repeat(before) + drawLine(line, style) + (last ? "" : " ".repeat(missing - before));
      })
      .join(style.dim(divider))
      .trimEnd(),
  );
}

/** Each row as lines of `name: value`, an empty line between two rows. */
function listLines(
  heads: readonly Cell[],
  rows: readonly (readonly Cell[])[],
  { columns, style }: TableOptions,
): readonly string[] {
  const indent = columns > minColumns * 2 ? 2 : 0;
  const lines = (spans: Cell): readonly string[] =>
    wrapSpans(spans, columns - indent).map(
      (line, index) => " ".repeat(index === 0 ? 0 : indent) + drawLine(line, style),
    );
  if (rows.length === 0) return heads.flatMap(lines);
  return rows.flatMap((row, place) => [
    ...(place > 0 ? [""] : []),
    ...row.flatMap((cell, index) => {
      const head = heads[index] ?? [];
      return lines(widthOf(head) === 0 ? cell : [...head, { text: ": ", marks: unmarked }, ...cell]);
    }),
  ]);
}
