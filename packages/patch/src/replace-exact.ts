import { countLineBreaks, preferredLineEnd } from "./line-ends.ts";

export interface ReplaceExactOptions {
  readonly text: string;
  /** What to replace. Its line breaks match `\n` and `\r\n` alike. */
  readonly old: string;
  readonly new: string;
  /** Replace every occurrence instead of refusing when there is more than one. @default false */
  readonly all?: boolean | undefined;
}

/** A replaced span. Offsets are UTF-16 units of the text before the change. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export type ReplaceResult =
  | {
      readonly ok: true;
      readonly text: string;
      /** Number of places that were replaced. */
      readonly count: number;
      readonly edits: readonly TextEdit[];
    }
  | { readonly ok: false; readonly reason: "empty" | "no-change" | "not-found" }
  | {
      readonly ok: false;
      readonly reason: "ambiguous";
      /** Number of places, overlapping ones included; counting stops at 1000. */
      readonly count: number;
      /** Lines, from 1, on which the first 20 of them begin. */
      readonly lines: readonly number[];
    };

const maxCountedPlaces = 1000;
const maxListedLines = 20;

/**
 * Replaces a text that occurs exactly once, or everywhere with `all`.
 *
 * What lies outside of the replaced places stays as it is, byte for byte. Where the text breaks its lines with
 * `\r\n`, the new lines do so too, after the example of the replaced place.
 */
export function replaceExact(options: ReplaceExactOptions): ReplaceResult {
  const needle = prepare(options);
  if (needle.old === "") return { ok: false, reason: "empty" };
  if (needle.old === needle.new) return { ok: false, reason: "no-change" };
  const first = needle.text.indexOf(needle.old);
  if (first === -1) return { ok: false, reason: "not-found" };
  if (options.all !== true && needle.text.includes(needle.old, first + 1)) return ambiguous(needle, first);
  const edits = toEdits(options.text, needle, options.all === true ? placesOf(needle, first) : [first]);
  return { ok: true, text: applyEdits(options.text, edits), count: edits.length, edits };
}

/** Puts edits, which must be in order and apart from each other, into a text. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let at = 0;
  const parts: string[] = [];
  for (const edit of edits) {
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return parts.join("") + text.slice(at);
}

interface Needle {
  /** With `\r\n` as `\n` wherever the two forms can differ, so that offsets may need mapping back. */
  readonly text: string;
  readonly old: string;
  readonly new: string;
  readonly mapped: boolean;
}

function prepare({ text, old, new: replacement }: ReplaceExactOptions): Needle {
  if (text.includes("\r\n")) {
    return { text: toLineFeeds(text), old: toLineFeeds(old), new: toLineFeeds(replacement), mapped: true };
  }
  // In a text of plain line feeds an exact match says what the new text is to be, carriage returns included.
  if (!old.includes("\r\n")) return { text, old, new: replacement, mapped: false };
  return { text, old: toLineFeeds(old), new: toLineFeeds(replacement), mapped: false };
}

function toLineFeeds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

function placesOf({ text, old }: Needle, first: number): number[] {
  const places: number[] = [];
  for (let at = first; at !== -1; at = text.indexOf(old, at + old.length)) places.push(at);
  return places;
}

function ambiguous({ text, old }: Needle, first: number): ReplaceResult {
  const lines: number[] = [];
  let count = 0;
  let line = 1;
  let counted = 0;
  for (let at = first; at !== -1 && count < maxCountedPlaces; at = text.indexOf(old, at + 1)) {
    count += 1;
    if (lines.length >= maxListedLines) continue;
    line += countLineBreaks(text, counted, at);
    counted = at;
    lines.push(line);
  }
  return { ok: false, reason: "ambiguous", count, lines };
}

function toEdits(text: string, needle: Needle, places: readonly number[]): TextEdit[] {
  const { old, new: replacement, mapped } = needle;
  if (!mapped) return places.map((start) => ({ start, end: start + old.length, text: replacement }));
  const toOriginal = offsetMapper(text);
  const fallback = preferredLineEnd(text);
  return places.map((place) => {
    const start = toOriginal(place);
    const end = toOriginal(place + old.length);
    const lineEnd = firstLineEnd(text.slice(start, end)) ?? fallback;
    return { start, end, text: replacement.replaceAll("\n", lineEnd) };
  });
}

/** Maps growing offsets of a text whose `\r\n` were shortened to `\n` back to the text itself. */
function offsetMapper(text: string): (offset: number) => number {
  let shortened = 0;
  let next = text.indexOf("\r\n");
  return (offset) => {
    while (next !== -1 && next - shortened < offset) {
      shortened += 1;
      next = text.indexOf("\r\n", next + 2);
    }
    return offset + shortened;
  };
}

function firstLineEnd(text: string): "\r\n" | "\n" | undefined {
  const at = text.indexOf("\n");
  if (at === -1) return undefined;
  return text[at - 1] === "\r" ? "\r\n" : "\n";
}
