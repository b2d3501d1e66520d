import { wrapAnsi } from "fast-wrap-ansi";

export interface WrapOptions {
  /** Columns of the terminal; undefined or without end where nobody looks: the lines stay as they are. */
  readonly columns: number | undefined;
  /** Blanks before each line. @default 0 */
  readonly indent?: number | undefined;
}

// oxlint-disable-next-line no-control-regex -- colours may stand before the blank
const blankAtBreak = /^((?:\u001b\[[0-9;]*m)*) +/;

/** A text as lines that fit, broken between words where it goes. Colours go on over the break. */
export function wrap(text: string, { columns, indent = 0 }: WrapOptions): readonly string[] {
  const margin = " ".repeat(indent);
  return text
    .split("\n")
    .flatMap((line) =>
      rowsOf(line, columns === undefined ? Infinity : Math.max(8, columns - indent)).map((row) =>
        row === "" ? "" : margin + row.trimEnd(),
      ),
    );
}

/** The blank at which a line was broken stands at the end of neither. */
function rowsOf(line: string, columns: number): readonly string[] {
  if (!Number.isFinite(columns)) return [line];
  const rows = wrapAnsi(line, columns, { hard: true, trim: false }).split("\n");
  return rows.map((row, index) => (index === 0 ? row : row.replace(blankAtBreak, "$1")));
}

/** Text without colours as lines that fit: each keeps its own indentation, and what is broken goes on at the margin. */
export function wrapLines(text: string, { columns, indent = 0 }: WrapOptions): readonly string[] {
  const margin = " ".repeat(indent);
  return text
    .replaceAll("\t", "  ")
    .split("\n")
    .flatMap((line) =>
      wrap(line, { columns, indent }).map((row, index) => (index === 0 ? row : margin + row.trimStart())),
    );
}
