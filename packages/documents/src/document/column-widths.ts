import { plainText } from "./document-model.ts";
import type { TableBlock } from "./document-model.ts";

const fewestChars = 6;
const mostChars = 40;

/** Chinese, Japanese and Korean characters are twice as wide as others. */
function widthOf(text: string): number {
  return text.length + (text.match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hangul}]/gu)?.length ?? 0);
}

/** The share of each column: by its longest cell, within bounds, so that one long cell does not starve the others. */
export function columnWidths({ header, rows }: TableBlock): readonly number[] {
  return header.map((cell, column) => {
    const lengths = [cell, ...rows.map((row) => row[column] ?? [])].map((runs) => widthOf(plainText(runs)));
    const longest = lengths.reduce((most, length) => Math.max(most, length), fewestChars);
    // A word of the header is bold, and there is room beside it.
    return Math.min(mostChars, longest + 3);
  });
}
