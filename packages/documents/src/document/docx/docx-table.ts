import type * as Docx from "docx";
import { columnWidths } from "../column-widths.ts";
import type { Run, TableBlock } from "../document-model.ts";
import { areRightToLeft } from "../text-direction.ts";
import { colors } from "./docx-look.ts";
import { docxParagraph } from "./docx-runs.ts";
import type { DocxTools } from "./docx-runs.ts";

/** @param place What its columns share, and how far in it stands, in twentieths of a point. */
export function docxTable(
  tools: DocxTools,
  block: TableBlock,
  { room, left }: { readonly room: number; readonly left: number },
): Docx.Table {
  const { AlignmentType, BorderStyle, Table, TableCell, TableLayoutType, TableRow, WidthType } = tools.docx;
  const isMirrored = areRightToLeft(block.header.flat());
  const { CENTER, END, START } = AlignmentType;
  const sides = { left: START, center: CENTER, right: END };
  const mirrored = { left: END, center: CENTER, right: START };
  const weights = columnWidths(block);
  const total = weights.reduce((sum, each) => sum + each, 0);
  const widths = weights.map((each) => Math.floor((each / total) * room));
  const none = { style: BorderStyle.NONE, size: 0, color: "auto" };
  const line = { style: BorderStyle.SINGLE, size: 4, color: colors.line };
  const heavy = { style: BorderStyle.SINGLE, size: 8, color: colors.accent };
  const row = (cells: readonly (readonly Run[])[], isHeader: boolean): Docx.TableRow =>
    new TableRow({
      tableHeader: isHeader,
      cantSplit: true,
      children: block.header.map((_, index) => {
        const runs = (cells[index] ?? []).map((run) => (isHeader ? { ...run, bold: true } : run));
        const side = block.align[index];
        const alignment = side && (areRightToLeft(runs) ? mirrored : sides)[side];
        return new TableCell({
          width: { size: widths[index] ?? 1_000, type: WidthType.DXA },
          margins: { top: 70, bottom: 70, left: 110, right: 110 },
          ...(isHeader && { shading: { fill: "EAF1F8" }, borders: { bottom: heavy } }),
          children: [
            docxParagraph(tools, runs, {
              spacing: { after: 0 },
              ...(alignment !== undefined
                ? { alignment }
                : // A number begins where the words of its column do.
                  isMirrored && !areRightToLeft(runs) && { alignment: END }),
            }),
          ],
        });
      }),
    });
  return new Table({
    width: { size: widths.reduce((sum, each) => sum + each, 0), type: WidthType.DXA },
    columnWidths: widths,
    ...(left > 0 && { indent: { size: left, type: WidthType.DXA } }),
    layout: TableLayoutType.FIXED,
    visuallyRightToLeft: isMirrored,
    borders: {
      top: none,
      left: none,
      right: none,
      insideVertical: none,
      bottom: line,
      insideHorizontal: line,
    },
    rows: [row(block.header, true), ...block.rows.map((cells) => row(cells, false))],
  });
}
