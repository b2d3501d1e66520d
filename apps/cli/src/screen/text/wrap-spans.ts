import { clustersOf, columnsOf } from "../../render/fit.ts";
import type { Span } from "./span.ts";

interface Piece {
  readonly span: Span;
  readonly columns: number;
}

/**
 * Text as lines that fit, broken between words, and between characters of scripts that have no blanks. A word wider than
 * a line is cut. A line break in the text is one in the result; blanks at a break are left out.
 *
 * @param options.indented Whether blanks after a line break of the text stay. @default false
 * @returns At least one line.
 */
export function wrapSpans(
  spans: readonly Span[],
  columns: number,
  { indented = false }: { readonly indented?: boolean } = {},
): readonly (readonly Span[])[] {
  const paper = new Paper(columns, indented);
  let word: Piece[] = [];
  let last = "";
  const endWord = (): void => {
    paper.word(word);
    word = [];
    last = "";
  };
  for (const span of spans) {
    for (const [run] of span.text.matchAll(/\n| +|[^ \n]+/g)) {
      if (run === "\n" || run.startsWith(" ")) {
        endWord();
        if (run === "\n") paper.end();
        else paper.blank({ span: { ...span, text: run }, columns: run.length });
        continue;
      }
      for (const text of unitsOf(run)) {
        if (mayBreak(last, text)) endWord();
        word.push({ span: text === span.text ? span : { ...span, text }, columns: columnsOf(text) });
        last = text;
      }
    }
  }
  endWord();
  paper.end();
  return paper.lines;
}

/** A line cut wherever it is full: for code, in which every blank counts. @returns At least one line. */
export function cutSpans(
  spans: readonly Span[],
  columns: number,
  more: number = columns,
): readonly (readonly Span[])[] {
  const lines: Span[][] = [[]];
  let left = columns;
  for (const span of spans) {
    let text = "";
    for (const unit of isPlain(span.text) ? chunksOf(span.text, left, more) : clustersOf(span.text)) {
      const width = columnsOf(unit);
      if (width > left && left < (lines.length === 1 ? columns : more)) {
        if (text !== "") lines.at(-1)?.push({ ...span, text });
        text = "";
        lines.push([]);
        left = more;
      }
      text += unit;
      left -= width;
    }
    if (text !== "") lines.at(-1)?.push({ ...span, text });
  }
  return lines;
}

class Paper {
  readonly lines: Span[][] = [];
  readonly #columns: number;
  readonly #indented: boolean;
  #line: Span[] = [];
  #used = 0;
  #blank: Piece | undefined;

  /** Whether the line begins where one of the text does. */
  #first = true;

  constructor(columns: number, indented: boolean) {
    this.#columns = columns;
    this.#indented = indented;
  }

  word(pieces: readonly Piece[]): void {
    if (pieces.length === 0) return;
    const width = pieces.reduce((sum, { columns }) => sum + columns, 0);
    const blank = this.#blank?.columns ?? 0;
    if (this.#used > 0 && this.#used + blank + width > this.#columns) this.#break();
    else if (this.#blank !== undefined && this.#used > 0) this.#add(this.#blank);
    this.#blank = undefined;
    if (width <= this.#columns) for (const piece of pieces) this.#add(piece);
    else this.#cut(pieces);
  }

  blank(piece: Piece): void {
    if (this.#indented && this.#first && this.#used === 0 && piece.columns < this.#columns) this.#add(piece);
    else this.#blank = piece;
  }

  /** The line ends as one of the text does. */
  end(): void {
    this.#break();
    this.#first = true;
  }

  #break(): void {
    this.#first = false;
    this.lines.push(this.#line);
    this.#line = [];
    this.#used = 0;
    this.#blank = undefined;
  }

  #cut(pieces: readonly Piece[]): void {
    const lines = cutSpans(
      pieces.map(({ span }) => span),
      this.#columns,
    );
    this.lines.push(...lines.slice(0, -1).map((line) => [...line]));
    for (const span of lines.at(-1) ?? []) this.#add({ span, columns: columnsOf(span.text) });
  }

  #add({ span, columns }: Piece): void {
    this.#line.push(span);
    this.#used += columns;
  }
}

function isPlain(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

function chunksOf(text: string, first: number, more: number): string[] {
  const chunks = first > 0 ? [text.slice(0, first)] : [];
  for (let at = Math.max(0, first); at < text.length; at += Math.max(1, more))
    chunks.push(text.slice(at, at + Math.max(1, more)));
  return chunks.filter((chunk) => chunk !== "");
}

/** Between what a line may be broken, but for punctuation that belongs to its neighbour. */
function unitsOf(run: string): readonly string[] {
  if (isPlain(run)) return [run];
  const units: string[] = [];
  let narrow = "";
  for (const cluster of clustersOf(run)) {
    if (columnsOf(cluster) < 2) narrow += cluster;
    else {
      if (narrow !== "") units.push(narrow);
      narrow = "";
      units.push(cluster);
    }
  }
  return narrow === "" ? units : [...units, narrow];
}

function mayBreak(before: string, after: string): boolean {
  if (before === "" || (!isWide(before) && !isWide(after))) return false;
  return !/^[\p{Pe}\p{Pf}\p{Po}ー々]/u.test(after) && !/[\p{Ps}\p{Pi}]$/u.test(before);
}

function isWide(unit: string): boolean {
  return !isPlain(unit) && columnsOf(unit) === 2 && clustersOf(unit).length === 1;
}
