import { applyEdits } from "./replace-exact.ts";
import type { TextEdit } from "./replace-exact.ts";

export interface FormatDiffOptions {
  /** Named in the head of the diff. */
  readonly path: string;
  /** The text before the change. */
  readonly text: string;
  /** What was replaced in it, in order. */
  readonly edits: readonly TextEdit[];
  /** Unchanged lines around a change. @default 3 */
  readonly contextLines?: number | undefined;
  /** Longer diffs end in a note. @default 200 */
  readonly maxLines?: number | undefined;
}

interface Change {
  /** First line before the change, from 0, and what stood there. */
  readonly start: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/**
 * A unified diff of known edits. As the places are known nothing has to be searched, so that it costs no more than
 * reading the text once.
 */
export function formatDiff({
  path,
  text,
  edits,
  contextLines = 3,
  maxLines = 200,
}: FormatDiffOptions): string {
  const lines = splitKeepingEnds(text);
  const output = [`--- ${path}`, `+++ ${path}`];
  let shift = 0;
  for (const hunk of groupChanges(toChanges(text, lines, edits), contextLines)) {
    const from = Math.max(0, (hunk[0]?.start ?? 0) - contextLines);
    const last = hunk.at(-1);
    const to = Math.min(lines.length, (last === undefined ? 0 : endOf(last)) + contextLines);
    const grown = hunk.reduce((sum, { removed, added }) => sum + added.length - removed.length, 0);
    const before = range(from, to - from);
    const after = range(from + shift, to - from + grown);
    output.push(`@@ -${before} +${after} @@`, ...hunkBody(lines, hunk, { from, to }));
    shift += grown;
  }
  const left = output.length - maxLines;
  // A cut that saves a line is none.
  if (left <= 1) return output.join("\n");
  return [...output.slice(0, maxLines), `… ${left} more lines`].join("\n");
}

/** An empty range is named by the line before it. */
function range(from: number, count: number): string {
  return `${count === 0 ? from : from + 1},${count}`;
}

function endOf({ start, removed }: Change): number {
  return start + removed.length;
}

function splitKeepingEnds(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Whole lines before and after. Edits that touch the same lines become one change. */
function toChanges(text: string, lines: readonly string[], edits: readonly TextEdit[]): Change[] {
  const changes: Change[] = [];
  const waiting = [...edits].reverse();
  let line = 0;
  let offset = 0;
  const passLine = () => {
    offset += lines[line]?.length ?? 0;
    line += 1;
  };
  while (waiting.length > 0) {
    while (line < lines.length && offset + (lines[line]?.length ?? 0) <= (waiting.at(-1)?.start ?? 0))
      passLine();
    const start = line;
    const begin = offset;
    const group: TextEdit[] = [];
    let after = "";
    do {
      passLine();
      while (group.length === 0 || (waiting.at(-1)?.start ?? Infinity) < offset) {
        const edit = waiting.pop();
        if (edit === undefined) break;
        group.push({ ...edit, start: edit.start - begin, end: edit.end - begin });
        while (offset < edit.end) passLine();
      }
      after = applyEdits(text.slice(begin, offset), group);
      // A line that lost its end runs on into the next one.
    } while (line < lines.length && after !== "" && !after.endsWith("\n"));
    changes.push(trimCommon({ start, removed: lines.slice(start, line), added: splitKeepingEnds(after) }));
  }
  return changes;
}

/** Leaves out the lines at both ends that did not change. */
function trimCommon({ start, removed, added }: Change): Change {
  const most = Math.min(removed.length, added.length);
  let head = 0;
  while (head < most && removed[head] === added[head]) head += 1;
  let tail = 0;
  while (tail < most - head && removed.at(-1 - tail) === added.at(-1 - tail)) tail += 1;
  return {
    start: start + head,
    removed: removed.slice(head, removed.length - tail),
    added: added.slice(head, added.length - tail),
  };
}

function groupChanges(changes: readonly Change[], contextLines: number): Change[][] {
  const groups: Change[][] = [];
  for (const change of changes) {
    const last = groups.at(-1)?.at(-1);
    const near = last !== undefined && change.start - endOf(last) <= contextLines * 2;
    if (near) groups.at(-1)?.push(change);
    else groups.push([change]);
  }
  return groups;
}

function hunkBody(
  lines: readonly string[],
  changes: readonly Change[],
  { from, to }: { readonly from: number; readonly to: number },
): string[] {
  const body: string[] = [];
  const push = (sign: string, shown: readonly string[]) => {
    for (const line of shown) {
      body.push(sign + line.replace(/\r?\n$/, ""));
      if (!line.endsWith("\n")) body.push("\\ No newline at end of file");
    }
  };
  let at = from;
  for (const change of changes) {
    push(" ", lines.slice(at, change.start));
    push("-", change.removed);
    push("+", change.added);
    at = endOf(change);
  }
  push(" ", lines.slice(at, to));
  return body;
}
