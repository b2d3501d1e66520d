import { columnsOf, fit } from "../render/fit.ts";
import type { Style } from "../render/style.ts";
import { compactText } from "../render/visible-text.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface MarkedCommandOptions {
  /** Places in the command that a person should look at. */
  readonly spans: readonly Span[];
  readonly columns: number;
  readonly style: Style;
}

interface Piece {
  readonly text: string;
  readonly marked: boolean;
}

interface Row {
  readonly text: string;
  /** `^` below each marked column; empty where nothing is marked. */
  readonly marks: string;
}

/**
 * A command as rows that fit, with everything visible that is in it and `^` below each finding. Each line of
 * the command begins with `│`, what goes on from it with `┆`: no text can look like a line of ours.
 */
export function markedCommand(
  command: string,
  { spans, columns, style }: MarkedCommandOptions,
): readonly string[] {
  const width = Math.max(8, columns - 4);
  let offset = 0;
  return command.split("\n").flatMap((line) => {
    const pieces = piecesOf(line, spans, offset);
    offset += line.length + 1;
    return rowsOf(pieces, width).flatMap(({ text, marks }, index) => [
      `  ${style.dim(index === 0 ? "│" : "┆")} ${text}`,
      ...(marks === "" ? [] : [`  ${style.dim("┆")} ${style.red(marks)}`]),
    ]);
  });
}

/** A line cut where a marked place begins or ends. */
function piecesOf(line: string, spans: readonly Span[], offset: number): readonly Piece[] {
  const cuts = spans.flatMap(({ start, end }) => [start - offset, end - offset]);
  const edges = [0, ...cuts, line.length]
    .filter((cut) => cut >= 0 && cut <= line.length)
    .sort((left, right) => left - right);
  return edges.slice(1).flatMap((end, index) => {
    const start = edges[index] ?? 0;
    if (start === end) return [];
    const marked = spans.some((span) => span.start - offset <= start && end <= span.end - offset);
    return [{ text: compactText(line.slice(start, end)), marked }];
  });
}

function rowsOf(pieces: readonly Piece[], width: number): readonly Row[] {
  const rows: Row[] = [];
  let [text, marks, used] = ["", "", 0];
  for (const piece of pieces) {
    for (const character of piece.text) {
      const columns = columnsOf(character);
      if (used + columns > width) {
        rows.push({ text, marks: marks.trimEnd() });
        [text, marks, used] = ["", "", 0];
      }
      text += character;
      marks += (piece.marked ? "^" : " ").repeat(columns);
      used += columns;
    }
  }
  return [...rows, { text, marks: marks.trimEnd() }];
}

/** A text broken wherever a row is full. */
export function brokenRows(text: string, width: number): readonly string[] {
  return rowsOf([{ text, marked: false }], width).map((row) => row.text);
}

export interface FoldOptions {
  /** Most rows beside those that are marked. */
  readonly most: number;
  /** Most rows of all, marked or not. @default no limit */
  readonly atMost?: number | undefined;
  /** Columns for the line that tells of the fold. @default no limit */
  readonly columns?: number | undefined;
  /** Says how the rest is seen. */
  readonly hint: string;
}

/**
 * Leaves out rows in the middle, never at the end, and those that are marked only where not even they have room: what is
 * at the end of a command is seen, whatever stands before it.
 */
export function fold(
  rows: readonly string[],
  { most, atMost = Infinity, columns = Infinity, hint }: FoldOptions,
): { readonly rows: readonly string[]; readonly folded: boolean } {
  if (rows.length <= Math.min(most, atMost)) return { rows, folded: false };
  if (atMost < 3) return { rows: atMost < 1 ? [] : rows.slice(-atMost), folded: true };
  const marked = rows.filter((row, index) => isMarked(row, rows[index + 1])).length;
  const ends = Math.min(most, Math.max(2, atMost - 1 - marked));
  const head = Math.ceil(ends / 2);
  const tail = ends - head;
  const middle = rows.slice(head, rows.length - tail);
  const kept = middle
    .filter((row, index) => isMarked(row, middle[index + 1]))
    .slice(0, Math.max(0, atMost - 1 - ends));
  const left = middle.length - kept.length;
  const note = fit(`  … ${left === 1 ? "1 line is" : `${left} lines are`} folded away here${hint}`, columns);
  return { rows: [...rows.slice(0, head), note, ...kept, ...rows.slice(-tail)], folded: true };
}

function isMarked(row: string, next = ""): boolean {
  return isMarks(row) || isMarks(next);
}

function isMarks(row: string): boolean {
  // oxlint-disable-next-line no-control-regex -- colours are taken out before looking
  return /^ {2}┆ [ ^]*\^$/.test(row.replace(/\u001b\[\d*m/g, ""));
}
