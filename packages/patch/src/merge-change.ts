import { alignLines } from "./diff-lines.ts";
import type { FoldedText } from "./fold-text.ts";
import { foldText, lineLevel, longDashesOf } from "./fold-text.ts";
import { createIndenter, indentOf } from "./indent.ts";

export interface MergeChangeOptions {
  /** The lines that were found, as they stand. */
  readonly region: readonly string[];
  /** What was looked for, and what it should become. */
  readonly old: readonly string[];
  readonly new: readonly string[];
  /** For each line of `old` the index of the line of `region` that stands for it, if any. Growing. */
  readonly pairs: readonly (number | undefined)[];
}

/** A line of the result: one of the region that stays as it is, or a new one. */
export type MergedLine = { readonly kept: number } | { readonly text: string };

/**
 * Makes the change from `old` to `new` in lines that are not quite `old`. A line that the change leaves alone stays
 * as it stands, however it differs; a new line gets the indentation of its surroundings.
 *
 * @returns Undefined when it is not certain where a part of the change belongs, or when it would remove a line that
 *   is not there as it was thought to be.
 */
export function mergeChange(options: MergeChangeOptions): readonly MergedLine[] | undefined {
  const { region, old, pairs } = options;
  const indent = createIndenter(
    pairs.flatMap((at, index) =>
      at === undefined ? [] : [{ wanted: old[index] ?? "", actual: region[at] ?? "" }],
    ),
  );
  if (indent === undefined) return undefined;
  const merge: Merge = { ...options, indent, output: [], regionAt: 0 };
  let oldAt = 0;
  const runs = alignLines(
    old.map((line) => line.trimEnd()),
    options.new.map((line) => line.trimEnd()),
  );
  let newAt = 0;
  for (let index = 0; index < runs.length; index += 1) {
    const run = runs[index];
    if (run === undefined) break;
    const count = run.lines.length;
    if (run.kind === "same") {
      for (let line = 0; line < count; line += 1) keepLine(merge, oldAt + line);
      [oldAt, newAt] = [oldAt + count, newAt + count];
      continue;
    }
    const next = runs[index + 1];
    const removed = run.kind === "removed" ? count : 0;
    const paired = run.kind === "removed" && next?.kind === "added";
    const added = paired ? next.lines.length : run.kind === "added" ? count : 0;
    if (paired) index += 1;
    if (!changeLines(merge, { oldAt, removed, newAt, added })) return undefined;
    [oldAt, newAt] = [oldAt + removed, newAt + added];
  }
  keepUntil(merge, region.length);
  return merge.output;
}

interface Merge extends MergeChangeOptions {
  readonly indent: (line: string) => string;
  readonly output: MergedLine[];
  /** Lines of the region before this one are dealt with. */
  regionAt: number;
}

function keepUntil(merge: Merge, end: number): void {
  for (; merge.regionAt < end; merge.regionAt += 1) merge.output.push({ kept: merge.regionAt });
}

function keepLine(merge: Merge, oldIndex: number): void {
  const at = merge.pairs[oldIndex];
  if (at !== undefined) keepUntil(merge, at + 1);
}

interface LineChange {
  readonly oldAt: number;
  readonly removed: number;
  readonly newAt: number;
  readonly added: number;
}

function changeLines(merge: Merge, change: LineChange): boolean {
  const removed = merge.old.slice(change.oldAt, change.oldAt + change.removed);
  const added = merge.new.slice(change.newAt, change.newAt + change.added);
  if (removed.length === 0) {
    if (!reachInsertion(merge, change.oldAt)) return false;
    merge.output.push(...added.map((line) => ({ text: merge.indent(line) })));
    return true;
  }
  const places = removed.map((_, index) => merge.pairs[change.oldAt + index]);
  const [first] = places;
  if (first === undefined) return false;
  keepUntil(merge, first);
  const standing: string[] = [];
  for (const place of places) {
    // Empty lines in between go with what they are between; anything else was not known to be there.
    if (place === undefined) return false;
    const between = merge.region.slice(merge.regionAt, place);
    if (between.some((line) => line.trim() !== "")) return false;
    standing.push(merge.region[place] ?? "");
    merge.regionAt = place + 1;
  }
  const each = removed.length === added.length;
  for (const [index, line] of added.entries()) {
    const [wanted, actual] = [removed[index], standing[index]];
    // A line that stays at the depth of the one it replaces needs no rule to be carried over.
    const stays = wanted !== undefined && actual !== undefined && indentOf(line) === indentOf(wanted);
    const indented =
      stays && (each || index === 0) && line.trim() !== ""
        ? indentOf(actual) + line.slice(indentOf(line).length)
        : merge.indent(line);
    const text =
      each && wanted !== undefined && actual !== undefined
        ? spliceLine({ wanted, actual, line: indented })
        : indented;
    merge.output.push({ text });
  }
  return true;
}

/** Goes to the border between two lines of `old`, which must be one in the region too. */
function reachInsertion(merge: Merge, oldIndex: number): boolean {
  const before = oldIndex === 0 ? -1 : merge.pairs[oldIndex - 1];
  const after = oldIndex === merge.old.length ? merge.region.length : merge.pairs[oldIndex];
  if (before === undefined && after === undefined) return false;
  if (before !== undefined && after !== undefined) {
    const between = merge.region.slice(before + 1, after);
    if (between.some((line) => line.trim() !== "")) return false;
  }
  keepUntil(merge, before === undefined ? (after ?? 0) : before + 1);
  return true;
}

interface ChangedLine {
  readonly wanted: string;
  readonly actual: string;
  /** The new line, at its depth. */
  readonly line: string;
}

/** What the change leaves alone at both ends of a line stays as it stands, its quotes and blanks for example. */
function spliceLine({ wanted, actual, line }: ChangedLine): string {
  const [standing, thought, body] = [
    actual.slice(indentOf(actual).length),
    wanted.trimStart(),
    line.trimStart(),
  ];
  if (standing === thought) return line;
  const dash = longDashesOf(standing, thought).find(
    (each) => foldText(standing, lineLevel, each).text === foldText(thought, lineLevel, each).text,
  );
  if (dash === undefined) return line;
  const [stands, becomes] = [foldText(standing, lineLevel, dash), foldText(body, lineLevel, dash)];
  const most = Math.min(stands.text.length, becomes.text.length);
  let head = 0;
  while (head < most && stands.text[head] === becomes.text[head]) head += 1;
  let tail = 0;
  while (tail < most - head && stands.text.at(-1 - tail) === becomes.text.at(-1 - tail)) tail += 1;
  const was = changedPart(standing, stands, { head, tail });
  const is = changedPart(body, becomes, { head, tail });
  // A character that stands for several, such as an ellipsis, may be cut by the change.
  if (is.from > is.to || was.from > was.to) return line;
  return indentOf(line) + standing.slice(0, was.from) + body.slice(is.from, is.to) + standing.slice(was.to);
}

/** What is between the parts that stay. Blanks that were overlooked at its borders belong to those. */
function changedPart(
  text: string,
  { starts, ends }: FoldedText,
  { head, tail }: { readonly head: number; readonly tail: number },
): { readonly from: number; readonly to: number } {
  const from = head === 0 ? 0 : (ends[head - 1] ?? 0);
  const to = tail === 0 ? text.length : (starts.at(-tail) ?? 0);
  if (from > to) return { from, to };
  const last = tail === 0 ? to : Math.max(from, Math.min(to, ends.at(-1 - tail) ?? to));
  const first = head === 0 ? from : Math.min(last, Math.max(from, starts[head] ?? last));
  return { from: first, to: last };
}
