import { stripVTControlCharacters } from "node:util";
import { columnsOf } from "../render/fit.ts";
import { control, harmlessLine } from "../render/guard-output.ts";
import type { Frame, Picture, Size } from "./picture.ts";

/** The part of a terminal that is used here. */
export interface RegionOutput {
  readonly columns: number;
  readonly rows: number;
  write(text: string): unknown;
  on(event: "resize", listener: () => void): unknown;
  off(event: "resize", listener: () => void): unknown;
}

export interface LiveRegionOptions {
  readonly output: RegionOutput;
  /** What to draw. What is settled in one picture is not in the next. */
  readonly picture: (size: Size) => Picture;
}

const beginUpdate = "\u001b[?2026h";
const endUpdate = "\u001b[?2026l";
const noWrap = "\u001b[?7l";
const wrapAgain = "\u001b[?7h";
const hideCursor = "\u001b[?25l";
const showCursor = "\u001b[?25h";
const eraseLine = "\u001b[2K";
const eraseBelow = "\u001b[J";

/** A frame lasts at least this long: 30 in a second. */
const frameMs = 33;

/**
 * The last lines of a terminal, drawn again and again in the same place; what is settled goes above them into the
 * scrollback and is never touched again. Only lines that changed are written. It moves the cursor by rows relative to where
 * it left it, never asks where that is, and never moves above its own first row. After a resize it counts on the
 * terminal to have broken and joined lines as terminals do.
 *
 * While it is open nobody else writes to the terminal, except between `suspend` and `resume`.
 *
 * @see https://gist.github.com/christianparpart/d8a62cc1ab659194337d73e399004036 (synchronised output)
 */
export class LiveRegion {
  readonly #output: RegionOutput;
  readonly #picture: (size: Size) => Picture;
  readonly #resized = () => this.drawNow();
  #state: "open" | "suspended" | "closed" = "open";
  #lines: readonly string[] = [];
  #cursor = { row: 0, column: 0 };
  #cursorShown = true;
  /** Size when the lines were drawn. */
  #size: Size = { columns: 0, rows: 0 };
  #timer: NodeJS.Timeout | undefined;
  #drawnAt = Number.NEGATIVE_INFINITY;

  /** The cursor must be at the start of an empty line. Nothing is drawn yet. */
  constructor({ output, picture }: LiveRegionOptions) {
    this.#output = output;
    this.#picture = picture;
    output.on("resize", this.#resized);
  }

  /** Draws soon: many calls make one frame. */
  invalidate(): void {
    if (this.#state !== "open" || this.#timer !== undefined) return;
    const wait = Math.max(0, this.#drawnAt + frameMs - performance.now());
    this.#timer = setTimeout(() => this.drawNow(), wait);
  }

  /** Draws at once, as a key that was pressed is answered. */
  drawNow(): void {
    this.#stopTimer();
    if (this.#state !== "open") return;
    const size = { columns: this.#output.columns, rows: this.#output.rows };
    const { settled, ...frame } = this.#picture(size);
    this.#draw(settled, cutToScreen(frame, size.rows), size);
    this.#drawnAt = performance.now();
  }

  /** Takes the frame away: the cursor is shown at the start of an empty line, and somebody else may write. */
  suspend(): void {
    if (this.#state !== "open") return;
    this.drawNow();
    this.#state = "suspended";
    this.#takeAway();
  }

  /** Draws again, at the cursor, which must be at the start of an empty line. */
  resume(): void {
    if (this.#state !== "suspended") return;
    this.#state = "open";
    this.drawNow();
  }

  /** Draws what is settled for the last time, and takes the frame away. */
  close(): void {
    this.suspend();
    this.#state = "closed";
    this.#stopTimer();
    this.#output.off("resize", this.#resized);
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #takeAway(): void {
    const { columns, rows } = this.#output;
    this.#write(`${hideCursor}${this.#toStart(columns)}${eraseBelow}${showCursor}`);
    this.#lines = [];
    this.#cursor = { row: 0, column: 0 };
    this.#cursorShown = true;
    this.#size = { columns, rows };
  }

  #draw(settled: readonly string[], { lines, caret }: Frame, size: Size): void {
    const safe = lines.map(harmlessLine);
    const sameSize = size.columns === this.#size.columns && size.rows === this.#size.rows;
    const body =
      settled.length > 0 || !sameSize || safe.length === 0
        ? this.#whole(settled.map(harmlessLine), safe, size.columns)
        : this.#changes(safe);
    const cursor = caret ?? { row: Math.max(0, safe.length - 1), column: 0 };
    const moves = body !== "" || cursor.row !== this.#cursor.row || cursor.column !== this.#cursor.column;
    if (moves || this.#cursorShown !== (caret !== undefined)) {
      const from = body === "" ? this.#cursor.row : safe.length - 1;
      const place = `\r${rowsFrom(Math.max(0, from), cursor.row)}${moved(cursor.column, "C")}`;
      this.#write(`${hideCursor}${body}${place}${caret === undefined ? "" : showCursor}`);
    }
    this.#lines = safe;
    this.#cursor = cursor;
    this.#cursorShown = caret !== undefined;
    this.#size = size;
  }

  /** All of it, from the first row of what stands. The cursor ends in the last row. */
  #whole(settled: readonly string[], lines: readonly string[], columns: number): string {
    const above = settled.map((line) => `${eraseLine}${line}\r\n`).join("");
    // Below the last row is erased before that is written: behind a full row the cursor still stands on its last column.
    const last = lines.at(-1) ?? "";
    const others = lines.slice(0, -1).map((line) => `${eraseLine}${line}\r\n`);
    return `${this.#toStart(columns)}${above}${noWrap}${others.join("")}${eraseBelow}${last}${wrapAgain}`;
  }

  /** Only the rows that are not what they were. The cursor ends in the last row; nothing when all are. */
  #changes(lines: readonly string[]): string {
    const before = this.#lines;
    let row = this.#cursor.row;
    let text = "";
    const go = (to: number): void => {
      // A line feed makes rows where there are none yet.
      const stands = Math.max(0, before.length - 1);
      const feeds = to > stands ? to - Math.max(row, stands) : 0;
      text += `\r${rowsFrom(row, to - feeds)}${"\n".repeat(feeds)}`;
      row = to;
    };
    for (const [index, line] of lines.entries()) {
      if (line === before[index] && index < before.length) continue;
      go(index);
      text += `${eraseLine}${line}`;
    }
    if (lines.length < before.length) {
      go(lines.length);
      text += eraseBelow;
    }
    if (text === "") return "";
    return `${noWrap}${text}\r${rowsFrom(row, lines.length - 1)}${wrapAgain}`;
  }

  /** From where the cursor is to the start of the first line, however the terminal has broken them since. */
  #toStart(columns: number): string {
    const { row, column } = this.#cursor;
    const above = this.#lines.slice(0, row);
    if (columns >= this.#size.columns) return `\r${moved(above.length, "A")}`;
    const rows = above.reduce((sum, line) => sum + rowOf(line, Infinity, columns) + 1, 0);
    return `\r${moved(rows + rowOf(this.#lines[row] ?? "", column, columns), "A")}`;
  }

  #write(text: string): void {
    control(this.#output, `${beginUpdate}${text}${endUpdate}`);
  }
}

/** The last rows of a frame that does not fit, or those around the cursor. */
function cutToScreen({ lines, caret }: Frame, rows: number): Frame {
  if (lines.length <= rows) return { lines, caret };
  const start = Math.max(0, Math.min(lines.length - rows, caret?.row ?? Infinity));
  return {
    lines: lines.slice(start, start + rows),
    caret: caret && { row: caret.row - start, column: caret.column },
  };
}

function moved(by: number, direction: "A" | "B" | "C"): string {
  return by > 0 ? `\u001b[${by}${direction}` : "";
}

function rowsFrom(from: number, to: number): string {
  return to < from ? moved(from - to, "A") : moved(to - from, "B");
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
