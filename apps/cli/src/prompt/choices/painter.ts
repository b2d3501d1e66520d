import { stripVTControlCharacters } from "node:util";
import { columnsOf } from "../../render/fit.ts";
import type { Frame } from "../../screen/picture.ts";

const noWrap = "\u001b[?7l";
const wrapAgain = "\u001b[?7h";
const hideCursor = "\u001b[?25l";
const showCursor = "\u001b[?25h";
const eraseLine = "\u001b[2K";
const eraseBelow = "\u001b[J";

/**
 * Draws lines at the cursor, and draws them anew in the same place. It moves the cursor by rows relative to where it
 * left it and never asks where that is; after a resize it counts on the terminal to have broken and joined lines as
 * terminals do. A line is erased before it is drawn, and the screen only below the last one: erasing all of a screen
 * moves it into the scrollback of some terminals.
 */
export class Painter {
  readonly #write: (text: string) => void;
  #lines: readonly string[] = [];
  #cursor = { row: 0, column: 0 };
  /** Width when the lines were drawn: since then each takes one row, unless the terminal has become narrower. */
  #columns = 0;

  /** @param write Gets one text for each drawing. The cursor must be at the start of an empty line. */
  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** @param columns Width of the terminal now. */
  paint({ lines, caret }: Frame, columns: number): void {
    const cursor = caret ?? { row: lines.length - 1, column: 0 };
    const rows = lines.map((line) => `${eraseLine}${line}`).join("\r\n");
    this.#write(
      [
        hideCursor,
        this.#toStart(columns),
        noWrap,
        rows,
        eraseBelow,
        wrapAgain,
        `\r${moved(lines.length - 1 - cursor.row, "A")}${moved(cursor.column, "C")}`,
        caret ? showCursor : "",
      ].join(""),
    );
    this.#lines = lines;
    this.#cursor = cursor;
    this.#columns = columns;
  }

  /** Puts one line in the place of all that was drawn, and leaves the cursor on the empty line after it. */
  settle(line: string, columns: number): void {
    this.#write(
      `${hideCursor}${this.#toStart(columns)}${noWrap}${eraseLine}${line}${wrapAgain}\r\n${eraseLine}${eraseBelow}${showCursor}`,
    );
    this.#lines = [];
    this.#cursor = { row: 0, column: 0 };
  }

  /** From where the cursor is to the start of the first line, however the terminal has broken them since. */
  #toStart(columns: number): string {
    const { row, column } = this.#cursor;
    const above = this.#lines.slice(0, row);
    if (columns >= this.#columns) return `\r${moved(above.length, "A")}`;
    const rows = above.reduce((sum, line) => sum + rowOf(line, Infinity, columns) + 1, 0);
    return `\r${moved(rows + rowOf(this.#lines[row] ?? "", column, columns), "A")}`;
  }
}

function moved(by: number, direction: "A" | "C"): string {
  return by > 0 ? `\u001b[${by}${direction}` : "";
}

/** In which row the character at a column is, or the last one, when a line is broken; a wide one is never cut in two. */
function rowOf(line: string, column: number, columns: number): number {
  const text = stripVTControlCharacters(line);
  let [row, used, passed] = [0, 0, 0];
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)) {
    if (passed > column) break;
    const width = columnsOf(segment);
    if (used + width > columns) [row, used] = [row + 1, 0];
    used += width;
    passed += width;
  }
  return row;
}
