import { cleanText } from "../../render/clean-text.ts";
import { columnsOf } from "../../render/fit.ts";
import type { Style } from "../../render/style.ts";
import { wrapLines } from "../../render/wrap.ts";
import { FixedBlock } from "./fixed-block.ts";

const shownLines = 10;

/** What the person sent, as they typed it; of a long text the beginning. */
export function personBlock(
  text: string,
  { style, aside }: { readonly style: Style; readonly aside?: string | undefined },
): FixedBlock {
  const shown = cleanText(text).trim();
  const sign = style.signs.prompt;
  const width = columnsOf(sign) + 1;
  const linesAt = (columns: number): readonly string[] =>
    wrapLines(shown, { columns: columns - width }).map((line, index) =>
      index === 0 ? `${style.cyan(sign)} ${line}` : line === "" ? "" : `${" ".repeat(width)}${line}`,
    );
  const end = aside === undefined ? [] : [style.dim(`  ${aside}`)];
  const isLong = shown.length > 600 || shown.split("\n").length > shownLines;
  return new FixedBlock(
    (columns) => {
      const lines = linesAt(columns);
      const left = lines.length - shownLines;
      if (left <= 1) return [...lines, ...end];
      return [...lines.slice(0, shownLines), style.dim(`  … ${left} more lines (Ctrl-O)`), ...end];
    },
    isLong ? linesAt : undefined,
  );
}
