/** What a place of a text is to whoever reads it. */
export type Region = "shown" | "hidden" | "code" | "quoted";

export interface TextRegions {
  regionOf(start: number, end: number): Region;
}

/** Finds what a reader of the rendered page doesn't see, and what stands there as code or as a quotation. */
export function readRegions(text: string): TextRegions {
  const code = codeRanges(text);
  const hidden = inOrder(hiddenRanges(text).filter(([start]) => !isIn(code, start)));
  return {
    regionOf(start, end) {
      if (isIn(hidden, start)) return "hidden";
      if (isIn(code, start)) return "code";
      return isQuoted(text, start, end) ? "quoted" : "shown";
    },
  };
}

type Range = readonly [start: number, end: number];

/** For ranges that don't overlap and are in order. */
function isIn(ranges: readonly Range[], offset: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.[1] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return offset >= (ranges[low]?.[0] ?? Number.POSITIVE_INFINITY);
}

function inOrder(ranges: readonly Range[]): readonly Range[] {
  const merged: Range[] = [];
  for (const [start, end] of ranges.toSorted(([left], [right]) => left - right)) {
    const last = merged.at(-1);
    if (last === undefined || start > last[1]) merged.push([start, end]);
    else merged[merged.length - 1] = [last[0], Math.max(last[1], end)];
  }
  return merged;
}

/** Fenced blocks, to their end or that of the text. */
function codeRanges(text: string): readonly Range[] {
  const ranges: Range[] = [];
  let open: { readonly start: number; readonly fence: string } | undefined;
  for (const { index, 1: fence = "" } of text.matchAll(/^[ \t>]{0,12}(?:[-*][ \t]{1,3})?(`{3,}|~{3,})/gm)) {
    if (open === undefined) open = { start: index, fence };
    else if (fence.startsWith(open.fence)) {
      ranges.push([open.start, index]);
      open = undefined;
    }
  }
  return open === undefined ? ranges : [...ranges, [open.start, text.length]];
}

/** Comments, elements that are styled away, and references that nothing refers to. */
function hiddenRanges(text: string): readonly Range[] {
  const ranges: Range[] = [];
  for (let at = text.indexOf("<!--"); at !== -1;) {
    const end = text.indexOf("-->", at);
    ranges.push([at, end === -1 ? text.length : end]);
    at = end === -1 ? -1 : text.indexOf("<!--", end);
  }
  let from = 0;
  for (const { index, 0: tag } of text.matchAll(styledAway)) {
    if (index < from) continue;
    const end = text.indexOf("</", index + tag.length);
    from = end === -1 ? text.length : end;
    ranges.push([index, from]);
  }
  for (const { index, 0: line } of text.matchAll(/^\[(?:\/\/|comment|#)\]:[^\n]{0,4000}/gim))
    ranges.push([index, index + line.length]);
  return ranges;
}

const styledAway =
  /<[a-z]{1,12}\b[^<>]{0,200}(?:display\s?:\s?none|visibility\s?:\s?hidden|font-size\s?:\s?0|opacity\s?:\s?0(?![.\d])|color\s?:\s?(?:white|#fff(?:fff)?|transparent)\b|\shidden\b)[^<>]{0,200}>/gi;

const marks: readonly (readonly [open: string, close: string])[] = [
  ['"', '"'],
  ["`", "`"],
  ["“", "”"],
  ["‘", "’"],
  ["«", "»"],
  ["「", "」"],
];

/** A quotation is looked for on the line of the passage, and no further away than that. */
const quoteReach = 300;

/** Whether a passage stands between quotation marks or backticks of its line. */
function isQuoted(text: string, start: number, end: number): boolean {
  const reach = text.slice(Math.max(0, start - quoteReach), start);
  const before = reach.slice(reach.lastIndexOf("\n") + 1);
  const [after = ""] = text.slice(end, end + quoteReach).split("\n", 1);
  if (before.endsWith("'") && after.startsWith("'")) return true;
  return marks.some(([open, close]) => {
    if (!after.includes(close)) return false;
    const opened = before.split(open).length - 1;
    return open === close ? opened % 2 === 1 : opened > before.split(close).length - 1;
  });
}
