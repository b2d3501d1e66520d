/**
 * Cuts a Markdown text into parts of about a size; joined they are the text again. A cut is made before a heading where there is one,
 * else between paragraphs, else between lines outside of code and tables, and within a line only where there is nothing else.
 *
 * @param maxChars Most characters of a part; the last one may have a tenth more.
 */
export function splitParts(text: string, maxChars: number): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (const cuts = createCuts(text); text.length - start > maxChars * 1.1;) {
    const end = cutWithin(text, { start, maxChars, cuts });
    parts.push(text.slice(start, end));
    start = end;
  }
  return [...parts, text.slice(start)];
}

/** Where a text may be cut, best first. Ascending offsets, each the start of a line. */
interface Cuts {
  readonly headings: readonly number[];
  readonly paragraphs: readonly number[];
  readonly lines: readonly number[];
}

/** Fences open and close in turn, so that the lines are gone through once, from the start. */
function createCuts(text: string): Cuts {
  const headings: number[] = [];
  const paragraphs: number[] = [];
  const lines: number[] = [];
  let fence = "";
  let afterBlank = false;
  for (let at = 0; at < text.length;) {
    const next = text.indexOf("\n", at);
    const end = next < 0 ? text.length : next;
    const head = text.slice(at, Math.min(end, at + 80));
    if (at > 0 && fence === "") {
      if (/^#{1,6} /.test(head)) headings.push(at);
      if (afterBlank && head.trim() !== "") paragraphs.push(at);
      if (!head.startsWith("|")) lines.push(at);
    }
    const mark = /^\s{0,12}(`{3,}|~{3,})/.exec(head)?.[1];
    if (mark !== undefined && (fence === "" || mark.startsWith(fence))) fence = fence === "" ? mark : "";
    afterBlank = head.trim() === "" && end - at <= 80;
    at = end + 1;
  }
  return { headings, paragraphs, lines };
}

function cutWithin(
  text: string,
  { start, maxChars, cuts }: { readonly start: number; readonly maxChars: number; readonly cuts: Cuts },
): number {
  const end = start + maxChars;
  const between = (list: readonly number[], share: number): number | undefined => {
    const at = lastUpTo(list, end);
    return at !== undefined && at > start + maxChars * share ? at : undefined;
  };
  const found =
    between(cuts.headings, 0.7) ??
    between(cuts.paragraphs, 0.5) ??
    between(cuts.headings, 0.3) ??
    between(cuts.lines, 0.3) ??
    after(text.lastIndexOf("\n", end - 1), start + maxChars * 0.3) ??
    after(text.lastIndexOf(" ", end - 1), start + maxChars * 0.5);
  if (found !== undefined) return found;
  // Not between the halves of one character.
  return /[\uDC00-\uDFFF]/.test(text.charAt(end)) && end - 1 > start ? end - 1 : end;
}

function after(at: number, least: number): number | undefined {
  return at + 1 > least ? at + 1 : undefined;
}

/** The greatest entry that is not greater than a bound. */
function lastUpTo(ascending: readonly number[], bound: number): number | undefined {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? Infinity) <= bound) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? undefined : ascending[low - 1];
}
