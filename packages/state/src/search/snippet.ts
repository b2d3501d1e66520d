import { fold, isAscii } from "./fold.ts";
import type { Query } from "./query.ts";

/** Characters around the match. */
const maxChars = 240;
const before = 80;
/** A text for which a map from folded to written places is worth its time. */
const maxMapped = 200_000;

/** A piece of a text around what was looked for, on one line, each match as `>>>match<<<`. */
export function snippetOf(text: string, query: Query): string {
  const written = text.length > maxMapped && !isAscii(text) ? text.slice(0, maxMapped) : text;
  const marks = marksIn(written, query);
  const start = startOf(written, marks[0]?.start ?? 0);
  const end = endOf(written, start + maxChars);
  let snippet = start > 0 ? "…" : "";
  let done = start;
  for (const mark of marks) {
    if (mark.start < done || mark.end > end) continue;
    snippet += `${written.slice(done, mark.start)}>>>${written.slice(mark.start, mark.end)}<<<`;
    done = mark.end;
  }
  snippet += written.slice(done, end) + (end < text.length ? "…" : "");
  return snippet.replace(/[\s\p{Cc}]+/gu, " ").trim();
}

interface Mark {
  readonly start: number;
  readonly end: number;
}

function marksIn(text: string, query: Query): readonly Mark[] {
  const { folded, placeOf } = foldWithPlaces(text);
  const marks: Mark[] = [];
  for (const pattern of patternsOf(query)) {
    for (const found of folded.matchAll(pattern)) {
      marks.push({ start: placeOf(found.index), end: placeOf(found.index + found[0].length) });
      if (marks.length > 200) break;
    }
  }
  return marks.toSorted((left, right) => left.start - right.start || right.end - left.end);
}

/** What was asked for as patterns over folded text. What must not be there is not marked. */
function patternsOf(query: Query): readonly RegExp[] {
  switch (query.type) {
    case "words": {
      const words = query.words.map(escape).join(`[^${wordSign}]+`);
      const end = query.prefix ? `[${wordSign}]*` : "";
      return [new RegExp(`(?<![${wordSign}])${words}${end}(?![${wordSign}])`, "gu")];
    }
    case "run":
    case "identifier":
      return [new RegExp(escape(query.text), "gu")];
    case "and":
    case "or":
      return query.parts.flatMap(patternsOf);
    case "except":
      return patternsOf(query.wanted);
  }
}

const wordSign = String.raw`\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Armenian}\p{sc=Georgian}0-9`;

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** Folds sign by sign, so that a place in the folded text is a place in the written one. */
function foldWithPlaces(text: string): { folded: string; placeOf: (index: number) => number } {
  if (isAscii(text)) return { folded: text.toLowerCase(), placeOf: (index) => index };
  const places: number[] = [];
  let folded = "";
  let place = 0;
  for (const sign of text) {
    const one = fold(sign);
    for (let index = 0; index < one.length; index++) places.push(place);
    folded += one;
    place += sign.length;
  }
  return { folded, placeOf: (index) => places[index] ?? text.length };
}

function startOf(text: string, match: number): number {
  if (match <= before) return 0;
  const space = text.indexOf(" ", match - before);
  const start = space !== -1 && space < match ? space + 1 : match - before;
  return isLowSurrogate(text, start) ? start + 1 : start;
}

function endOf(text: string, wanted: number): number {
  if (wanted >= text.length) return text.length;
  return isLowSurrogate(text, wanted) ? wanted + 1 : wanted;
}

function isLowSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc_00 && unit <= 0xdf_ff;
}
