import type { default as Module } from "pptxgenjs";
import { columnWidths } from "../column-widths.ts";
import type { Run, TableBlock } from "../document-model.ts";
import { areRightToLeft } from "../text-direction.ts";
import { mirroredTable } from "./mend-slide.ts";
import { plainProps } from "./pptx-text.ts";
import type { PptxText } from "./pptx-text.ts";

interface PlacedTable {
  readonly table: TableBlock;
  readonly x: number;
  readonly y: number;
  readonly w: number;
}

export function addTable(slide: Module.default.Slide, text: PptxText, { table, x, y, w }: PlacedTable): void {
  const rtl = areRightToLeft(table.header.flat());
  const weights = columnWidths(table);
  const total = weights.reduce((sum, each) => sum + each, 0);
  const line = { type: "solid", pt: 0.5, color: "CDD3DA" } as const;
  const heavy = { type: "solid", pt: 1.25, color: "1F4E79" } as const;
  const none = { type: "none" } as const;
  const row = (cells: readonly (readonly Run[])[], isHeader: boolean): Module.default.TableRow =>
    table.header.map((_, index): Module.default.TableCell => {
      const runs = cells[index] ?? [];
      return {
        text: plainProps(text, runs, {
          rtlMode: areRightToLeft(runs),
          ...(isHeader && { bold: true }),
        }),
        options: {
          align: table.align[index] ?? (rtl ? "right" : "left"),
          border: [none, none, isHeader ? heavy : line, none],
          ...(isHeader && { fill: { color: "EAF1F8" } }),
        },
      };
    });
  const colW = weights.map((each) => (each / total) * w);
  slide.addTable([row(table.header, true), ...table.rows.map((cells) => row(cells, false))], {
    x,
    y,
    w,
    colW,
    objectName: rtl ? mirroredTable : "Table",
    fontSize: 14,
    color: "1F2328",
    margin: 0.06,
    autoPage: false,
  });
}
