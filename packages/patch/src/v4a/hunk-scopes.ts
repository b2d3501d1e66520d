import { foldedLine, lineLevel } from "../fold-text.ts";
import { indentOf } from "../indent.ts";

/** Lines of a text, from 0; `end` is the one after the last. */
export interface LineScope {
  readonly start: number;
  readonly end: number;
}

/**
 * Where the lines after `@@` lead: the block that such a line opens, or everything from it on. Each further anchor
 * looks within the ones before.
 *
 * @returns Empty when an anchor is nowhere.
 */
export function hunkScopes(lines: readonly string[], anchors: readonly string[]): readonly LineScope[] {
  return anchors.reduce<readonly LineScope[]>(
    (scopes, anchor) => {
      const found = scopes
        .flatMap((scope) => anchorsIn(lines, scope, anchor))
        .map((at) => blockFrom(lines, at));
      return [...new Map(found.map((scope) => [scope.start, scope])).values()];
    },
    [{ start: 0, end: lines.length }],
  );
}

/** Lines that are the anchor; where there are none, that begin with it. */
function anchorsIn(lines: readonly string[], { start, end }: LineScope, anchor: string): number[] {
  const wanted = foldedLine(anchor, lineLevel);
  if (wanted === "") return [];
  const folded = lines.slice(start, end).map((line) => foldedLine(line, lineLevel));
  const indexes = (accept: (line: string) => boolean) =>
    folded.flatMap((line, index) => (accept(line) ? [start + index] : []));
  const same = indexes((line) => line === wanted);
  return same.length > 0 ? same : indexes((line) => line.startsWith(wanted));
}

function blockFrom(lines: readonly string[], start: number): LineScope {
  const depth = indentOf(lines[start] ?? "").length;
  const rest = lines.slice(start + 1);
  const next = rest.find((line) => line.trim() !== "") ?? "";
  if (indentOf(next).length <= depth) return { start, end: lines.length };
  // A bracket at the depth of the anchor closes the block; a word begins something else.
  const after = rest.findIndex(
    (line) => indentOf(line).length <= depth && /^\s*[\p{L}\p{N}_@#"'$]/u.test(line),
  );
  return { start, end: after === -1 ? lines.length : start + 1 + after };
}
