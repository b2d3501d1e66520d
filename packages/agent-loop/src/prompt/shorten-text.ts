import { estimateTokens } from "@hermes/models";

/** Characters of a line above which it is a paragraph, and may end between two of its words. */
const longLine = 400;

/**
 * As much of the beginning of a text as fits into so many tokens, and a note about the rest. Lines stay whole, except for long
 * ones, which end between words; a fenced block is there whole or not at all.
 *
 * @param elsewhere How to get at the rest.
 * @returns Empty where nothing fits beside the note.
 */
export function shortenText(text: string, maxTokens: number, elsewhere?: string): string {
  if (estimateTokens(text) <= maxTokens) return text;
  const ends = endsOfUnits(text);
  for (let index = ends.length - 2; index >= 0; index--) {
    const kept = text.slice(0, ends[index]).trimEnd();
    const left = text.length - kept.length;
    const way = elsewhere === undefined ? "" : `; ${elsewhere} shows it`;
    const shortened = `${kept}\n\n[… the rest, ${left} characters, is left out for lack of room${way} …]`;
    if (kept !== "" && estimateTokens(shortened) <= maxTokens) return shortened;
  }
  return "";
}

/** Positions after which the text may end. */
function endsOfUnits(text: string): readonly number[] {
  const ends: number[] = [];
  let fence: string | undefined;
  let at = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    const end = at + line.length;
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined;
    } else if (mark === undefined) {
      if (line.length > longLine) ends.push(...endsOfWords(line).map((word) => at + word));
    } else fence = mark;
    if (fence === undefined) ends.push(end);
    at = end;
  }
  // A fence that is never closed reaches to the end.
  if (fence !== undefined) ends.push(text.length);
  return ends;
}

function endsOfWords(line: string): readonly number[] {
  return [...new Intl.Segmenter(undefined, { granularity: "word" }).segment(line)]
    .map(({ index }) => index)
    .slice(1);
}
