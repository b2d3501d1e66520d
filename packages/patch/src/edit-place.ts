import type { Place } from "./find-places.ts";
import { foldedLine, lineLevel } from "./fold-text.ts";
import { pairLines } from "./find-drifted.ts";
import { preferredLineEnd } from "./line-ends.ts";
import { mergeChange } from "./merge-change.ts";
import type { TextEdit } from "./replace-exact.ts";

export interface EditPlaceOptions {
  readonly text: string;
  readonly place: Place;
  /** What stands at the place, but for what was overlooked; and what it should become. Line ends are `\n`. */
  readonly old: string;
  readonly new: string;
  /** @default what the lines themselves say */
  readonly pairs?: readonly (number | undefined)[] | undefined;
}

/**
 * The edit that makes a change at a place that is not quite the text which was looked for. Lines that the change
 * leaves alone stay as they are, to the byte.
 *
 * @returns Undefined when it is not certain how the change fits.
 */
export function editPlace({ text, place, ...options }: EditPlaceOptions): TextEdit | undefined {
  const region = splitLines(text.slice(place.start, place.end));
  const cut = options.old.endsWith("\n") && region.at(-1)?.end !== undefined && region.at(-1)?.text !== "";
  const [old, becomes] = [options.old, options.new].map((each) =>
    (cut && each.endsWith("\n") ? each.slice(0, -1) : each).split("\n"),
  );
  if (old === undefined || becomes === undefined) return undefined;
  const standing = region.map((line) => line.text);
  const pairs =
    options.pairs ??
    (old.length === standing.length ? old.map((_, index) => index) : pairLines(fold(old), fold(standing)));
  const merged = mergeChange({ region: standing, old, new: becomes, pairs });
  if (merged === undefined) return undefined;
  const lineEnd = region[0]?.end || preferredLineEnd(text);
  const parts = merged.map((line, index) => {
    const kept = "kept" in line ? region[line.kept] : undefined;
    const own = "kept" in line ? (kept?.text ?? "") : line.text;
    return index === merged.length - 1 ? own : own + (kept?.end || lineEnd);
  });
  return { ...place, text: parts.join("") };
}

function fold(lines: readonly string[]): string[] {
  return lines.map((line) => foldedLine(line, lineLevel));
}

export interface LineWithEnd {
  readonly text: string;
  /** `\n`, `\r\n`, or nothing for the last one. */
  readonly end: string;
}

/** At least one line: what follows the last line end is one too, though it be empty. */
export function splitLines(text: string): readonly LineWithEnd[] {
  return text
    .split(/(?<=\n)/)
    .map((line) => {
      const end = /\r?\n$/.exec(line)?.[0] ?? "";
      return { text: line.slice(0, line.length - end.length), end };
    })
    .concat(text.endsWith("\n") ? [{ text: "", end: "" }] : []);
}
