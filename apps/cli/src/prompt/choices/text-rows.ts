import { columnsOf } from "../../render/fit.ts";

export interface LayOutOptions {
  /** Place of the cursor in the text, in UTF-16 units. */
  readonly caret: number;
  /** Columns of the first line, and of the others. */
  readonly first: number;
  readonly rest: number;
  /** Most lines; those around the cursor are kept. */
  readonly most: number;
}

export interface TextRows {
  readonly lines: readonly string[];
  readonly caret: { readonly row: number; readonly column: number };
  /** Whether the first line is missing. */
  readonly cut: boolean;
}

/** A text that is being typed, broken where a line is full; line breaks are shown as `↵`. */
export function layOutText(text: string, { caret, first, rest, most }: LayOutOptions): TextRows {
  const lines = [""];
  let used = 0;
  let at = { row: 0, column: 0 };
  const room = () => (lines.length === 1 ? first : rest);
  for (const { segment, index } of new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)) {
    const shown = segment.replace(/\r?\n/g, "↵");
    const columns = columnsOf(shown);
    if (used + columns > room()) {
      lines.push("");
      used = 0;
    }
    if (index <= caret) at = { row: lines.length - 1, column: used };
    lines.push((lines.pop() ?? "") + shown);
    used += columns;
  }
  // A cursor behind a full line stands on a line of its own.
  if (caret >= text.length) {
    if (used >= room()) {
      lines.push("");
      used = 0;
    }
    at = { row: lines.length - 1, column: used };
    // Terminals that break lines anew keep the cursor on its character, and need one there.
    lines.push(`${lines.pop() ?? ""} `);
  }
  const kept = Math.max(1, most);
  const start = Math.max(0, Math.min(at.row - kept + 1, lines.length - kept));
  return {
    lines: lines.slice(start, start + kept),
    caret: { row: at.row - start, column: at.column },
    cut: start > 0,
  };
}
