import type { FoldLevel, LongDash } from "./fold-text.ts";
import { foldLevels, foldText, longDashesOf, squeezeText } from "./fold-text.ts";

/** A part of a text, in UTF-16 units. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

export interface PlacesFound {
  readonly level: "exact" | FoldLevel;
  /** In order. They may overlap. */
  readonly places: readonly Place[];
}

export interface FindPlacesOptions {
  readonly text: string;
  readonly old: string;
  /** Only places that are made of whole lines. @default false */
  readonly wholeLines?: boolean | undefined;
}

/** Fewer letters and digits say too little to be recognised by anything less than themselves. */
const minLetters = 2;
const maxPlaces = 1_000;

/**
 * Looks for a text: as it is, then overlooking more and more. The first level that knows a place has the word: what
 * is closer to what was asked for is never weighed against what is further.
 *
 * @returns Undefined when there is no place at any level.
 */
export function findPlaces({ text, old, wholeLines = false }: FindPlacesOptions): PlacesFound | undefined {
  const exact = exactPlaces(text, old).filter((place) => !wholeLines || isWholeLines(text, place, false));
  if (exact.length > 0) return { level: "exact", places: exact };
  if (!squeezeText(text).includes(squeezeText(old))) return undefined;
  const letters = old.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const dashes = longDashesOf(text, old);
  for (const level of foldLevels) {
    if (level !== "trailing" && letters < minLetters) return undefined;
    const indented = foldLevels.indexOf(level) >= foldLevels.indexOf("indentation");
    const places = dashes
      .flatMap((dash) => foldedPlaces(text, old, { level, dash }))
      .map((place) => (indented ? withIndentation(text, place) : place))
      .filter((place) => !wholeLines || isWholeLines(text, place, true))
      .filter(isFirst)
      .sort((a, b) => a.start - b.start);
    if (places.length > 0) return { level, places };
  }
  return undefined;
}

function exactPlaces(text: string, old: string): Place[] {
  const places: Place[] = [];
  for (let at = text.indexOf(old); at !== -1 && places.length < maxPlaces; at = text.indexOf(old, at + 1))
    places.push({ start: at, end: at + old.length });
  return places;
}

/** One place found with both kinds of long dashes is one. */
function isFirst({ start, end }: Place, index: number, all: readonly Place[]): boolean {
  return all.findIndex((place) => place.start === start && place.end === end) === index;
}

interface Folding {
  readonly level: FoldLevel;
  readonly dash: LongDash;
}

function foldedPlaces(text: string, old: string, { level, dash }: Folding): Place[] {
  const wanted = foldText(old, level, dash).text;
  if (wanted.trim() === "") return [];
  const folded = foldText(text, level, dash);
  // The end of a text without a last line end is one for whoever looks for a whole line.
  const searched = folded.text.endsWith("\n") ? folded.text : `${folded.text}\n`;
  const places: Place[] = [];
  for (let at = searched.indexOf(wanted); at !== -1; at = searched.indexOf(wanted, at + 1)) {
    if (places.length >= maxPlaces) break;
    // An empty line at the beginning is a line of its own, not the end of the one before.
    if (wanted.startsWith("\n") && at > 0 && searched[at - 1] !== "\n") continue;
    if (splitsWord(searched, at) || splitsWord(searched, at + wanted.length)) continue;
    places.push({
      start: folded.starts[at] ?? text.length,
      end: folded.ends[at + wanted.length - 1] ?? text.length,
    });
  }
  return places;
}

/** What is recognised, not found, has to begin and end where words do. */
function splitsWord(text: string, at: number): boolean {
  return isWord(text[at - 1]) && isWord(text[at]);
}

function isWord(unit: string | undefined): boolean {
  return unit !== undefined && /[\p{L}\p{N}_$]/u.test(unit);
}

/** A place that begins with the first word of a line takes the blanks before it along. */
function withIndentation(text: string, { start, end }: Place): Place {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  return text.slice(lineStart, start).trim() === "" ? { start: lineStart, end } : { start, end };
}

function isWholeLines(text: string, { start, end }: Place, blanks: boolean): boolean {
  const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const feed = text.indexOf("\n", end);
  const after = text.slice(end, feed === -1 ? text.length : feed);
  if (text[end - 1] === "\n") return isNothing(before, blanks);
  return isNothing(before, blanks) && isNothing(after, blanks);
}

function isNothing(text: string, blanks: boolean): boolean {
  return text === "" || text === "\r" || (blanks && text.trim() === "");
}
