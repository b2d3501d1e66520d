import type Mammoth from "mammoth";
import type * as ReadExcelFile from "read-excel-file/node";
import { loadReader } from "./load-reader.ts";

const maxRows = 5_000;
const maxColumns = 256;

/** The paragraphs of a Word document. */
export async function docxText(bytes: Uint8Array): Promise<string> {
  const module = await loadReader<{ readonly default: typeof Mammoth }>("mammoth", "docx");
  const { value } = await module.default.extractRawText({ buffer: Buffer.from(bytes) });
  // Each paragraph is followed by an empty line.
  return `${value.replaceAll("\n\n", "\n").trimEnd()}\n`;
}

/** The sheets of a workbook, cells parted by tabs. */
export async function xlsxText(bytes: Uint8Array): Promise<string> {
  const { default: readSheets } = await loadReader<typeof ReadExcelFile>("read-excel-file/node", "xlsx");
  const sheets = await readSheets(Buffer.from(bytes));
  return sheets.map(({ sheet, data }) => sheetText(sheet, data)).join("\n");
}

function sheetText(name: string, rows: ReadExcelFile.SheetData): string {
  const shown = rows
    .slice(0, maxRows)
    .map((row) => row.slice(0, maxColumns).map(cellText).join("\t").trimEnd());
  const more = rows.length > maxRows ? [`[${rows.length - maxRows} more rows]`] : [];
  return [`[sheet ${name}]`, ...shown, ...more, ""].join("\n");
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString().replace("T00:00:00.000Z", "");
  return String(value).replaceAll(/[\t\r\n]+/g, " ");
}
