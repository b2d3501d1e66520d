import { editPlace, splitLines } from "./edit-place.ts";
import { findDrifted } from "./find-drifted.ts";
import type { Place } from "./find-places.ts";
import { findPlaces } from "./find-places.ts";
import type { FoldLevel } from "./fold-text.ts";
import { countLineBreaks, preferredLineEnd } from "./line-ends.ts";
import type { ReplaceExactOptions, TextEdit } from "./replace-exact.ts";
import { applyEdits, replaceExact } from "./replace-exact.ts";
import { tabsOfNew, unescapedReadings } from "./unescape.ts";

/**
 * How a text was recognised: as it is; overlooking blanks, line ends or look-alikes; with one level of escapes taken
 * off; or by the lines around a part that somebody else changed.
 */
export type MatchKind = "exact" | FoldLevel | "escapes" | "context";

export type ReplaceTextResult =
  | {
      readonly ok: true;
      readonly text: string;
      /** Number of places that were replaced. */
      readonly count: number;
      readonly edits: readonly TextEdit[];
      readonly match: MatchKind;
    }
  | { readonly ok: false; readonly reason: "empty" | "no-change" | "not-found" }
  | {
      readonly ok: false;
      readonly reason: "ambiguous";
      /** Number of places; counting stops at 1000. */
      readonly count: number;
      /** Lines, from 1, on which the first 20 of them begin. */
      readonly lines: readonly number[];
      readonly match: MatchKind;
    };

const maxListedLines = 20;

/**
 * Replaces a text that is there once, or everywhere with `all`: exactly if it can be, else as it may have drifted
 * between the file and whoever remembers it.
 *
 * It never guesses. The least that has to be overlooked decides; if that leaves more than one place, or if a part of the
 * change has no certain place, nothing is replaced. Lines that the change leaves alone stay as they stand, however
 * they were remembered, and new lines take the indentation and line ends of their surroundings.
 */
export function replaceText(options: ReplaceExactOptions): ReplaceTextResult {
  const replacement = tabsOfNew(options);
  const exact = replaceExact({ ...options, new: replacement });
  const match = replacement === options.new ? "exact" : "escapes";
  if (exact.ok || exact.reason === "ambiguous") return { ...exact, match };
  if (exact.reason !== "not-found") return exact;
  const edit = { ...options, old: toLineFeeds(options.old), new: toLineFeeds(options.new) };
  return replaceFolded(edit) ?? replaceUnescaped(edit) ?? replaceDrifted(edit) ?? exact;
}

function toLineFeeds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/**
 * Replaces whole lines, as a hunk of a patch does: no part of a line is ever taken for all of it.
 *
 * @param options `old` and `new` are lines that each end in `\n`.
 */
export function replaceLines(options: ReplaceExactOptions): ReplaceTextResult {
  const lines = { ...options, wholeLines: true };
  return (
    replaceFolded(lines) ??
    replaceUnescaped(lines) ??
    replaceDrifted(lines) ?? { ok: false, reason: "not-found" }
  );
}

interface FoldedEdit extends ReplaceExactOptions {
  readonly wholeLines?: boolean | undefined;
}

/** Undefined when there is no place. */
function replaceFolded(options: FoldedEdit): ReplaceTextResult | undefined {
  const found = findPlaces(options);
  if (found === undefined) return undefined;
  const { level: match, places } = found;
  if (places.length > 1 && options.all !== true) return ambiguous(options.text, places, match);
  const edits: TextEdit[] = [];
  for (const place of places) {
    if (place.start < (edits.at(-1)?.end ?? 0)) continue;
    const asIs = toLineFeeds(options.text.slice(place.start, place.end)) === options.old;
    const edit = asIs ? editAsIs(options, place) : editPlace({ ...options, place });
    if (edit === undefined) return { ok: false, reason: "not-found" };
    edits.push(edit);
  }
  return finish(options.text, edits, match);
}

function editAsIs({ text, new: replacement }: ReplaceExactOptions, place: Place): TextEdit {
  const lineEnd = /\r?\n/.exec(text.slice(place.start, place.end))?.[0] ?? preferredLineEnd(text);
  return { ...place, text: replacement.replaceAll("\n", lineEnd) };
}

function replaceUnescaped(options: FoldedEdit): ReplaceTextResult | undefined {
  for (const meant of unescapedReadings(options.old, options.new)) {
    const edit = { ...options, ...meant };
    const exact = options.wholeLines === true ? undefined : replaceExact(edit);
    const found = exact?.ok === true || exact?.reason === "ambiguous" ? exact : replaceFolded(edit);
    if (found !== undefined)
      return found.ok || found.reason === "ambiguous" ? { ...found, match: "escapes" } : found;
  }
  return undefined;
}

function replaceDrifted(options: ReplaceExactOptions): ReplaceTextResult | undefined {
  if (options.all === true) return undefined;
  const lines = splitLines(options.text);
  const old = options.old.split("\n");
  const regions = findDrifted(
    lines.map((line) => line.text),
    old,
  );
  if (regions.length === 0) return undefined;
  const offsets = lines.reduce<number[]>((sums, line) => {
    sums.push((sums.at(-1) ?? 0) + line.text.length + line.end.length);
    return sums;
  }, []);
  const endOf = (line: number) => (line === 0 ? 0 : (offsets[line - 1] ?? 0));
  const places = regions.map(({ start, end }) => ({
    start: endOf(start),
    // Without the end of the last line, as `old` has none there either.
    end: endOf(end) - (lines[end - 1]?.end.length ?? 0),
  }));
  if (new Set(places.map(({ start }) => start)).size > 1) return ambiguous(options.text, places, "context");
  const trimmed = trimEmptyEnds(options);
  const results = regions.flatMap(({ pairs }, index) => {
    const place = places[index];
    const kept = pairs.slice(trimmed.head, pairs.length - trimmed.tail);
    const edit = place === undefined ? undefined : editPlace({ ...options, ...trimmed, place, pairs: kept });
    return edit === undefined ? [] : [finish(options.text, [edit], "context")];
  });
  // Blocks that end differently are one, as long as the same comes of it.
  const texts = new Set(results.map((result) => (result.ok ? result.text : undefined)));
  return texts.size === 1 ? results[0] : undefined;
}

interface TrimmedEdit {
  readonly old: string;
  readonly new: string;
  /** Empty lines that were cut off `old`. */
  readonly head: number;
  readonly tail: number;
}

/** Without the empty lines that both texts have at an end. */
function trimEmptyEnds({ old, new: replacement }: ReplaceExactOptions): TrimmedEdit {
  const [lines, others] = [old.split("\n"), replacement.split("\n")];
  let head = 0;
  while (lines[head]?.trim() === "" && others[head]?.trim() === "") head += 1;
  let tail = 0;
  while (
    tail < lines.length - head - 1 &&
    tail < others.length - head - 1 &&
    lines.at(-1 - tail)?.trim() === "" &&
    others.at(-1 - tail)?.trim() === ""
  )
    tail += 1;
  return {
    old: lines.slice(head, lines.length - tail).join("\n"),
    new: others.slice(head, others.length - tail).join("\n"),
    head,
    tail,
  };
}

function finish(text: string, edits: readonly TextEdit[], match: MatchKind): ReplaceTextResult {
  const result = applyEdits(text, edits);
  if (result === text) return { ok: false, reason: "no-change" };
  return { ok: true, text: result, count: edits.length, edits, match };
}

function ambiguous(text: string, places: readonly Place[], match: MatchKind): ReplaceTextResult {
  const lines = places.slice(0, maxListedLines).map(({ start }) => countLineBreaks(text, 0, start) + 1);
  return { ok: false, reason: "ambiguous", count: places.length, lines, match };
}
