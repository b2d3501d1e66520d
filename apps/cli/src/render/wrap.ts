import { wrapAnsi } from "fast-wrap-ansi";

export interface WrapOptions {
  /** Columns of the terminal; undefined where nobody looks: the lines stay as they are. */
  readonly columns: number | undefined;
  /** Blanks before each line. @default 0 */
  readonly indent?: number | undefined;
}

/** A text as lines that fit, broken between words where it goes. Colours go on over the break. */
export function wrap(text: string, { columns, indent = 0 }: WrapOptions): readonly string[] {
  const wrapped =
    columns === undefined ? text : wrapAnsi(text, Math.max(8, columns - indent), { hard: true, trim: false });
  const margin = " ".repeat(indent);
  return wrapped.split("\n").map((line) => (line === "" ? "" : margin + line.trimEnd()));
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
