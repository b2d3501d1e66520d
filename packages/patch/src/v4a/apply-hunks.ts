import { diffLines } from "../diff-lines.ts";
import { splitLines } from "../edit-place.ts";
import { findNearest } from "../find-nearest.ts";
import { countLineBreaks, preferredLineEnd } from "../line-ends.ts";
import type { TextEdit } from "../replace-exact.ts";
import { applyEdits } from "../replace-exact.ts";
import { replaceLines } from "../replace-text.ts";
import { showLines, showPlaces } from "../show-lines.ts";
import type { LineScope } from "./hunk-scopes.ts";
import { hunkScopes } from "./hunk-scopes.ts";
import type { PatchHunk, PatchProblem } from "./parse-patch.ts";

export interface HunksResult {
  /** As far as the hunks could be applied. */
  readonly text: string;
  readonly problems: readonly PatchProblem[];
}

/** Applies the hunks of one file. Each is looked for in the text as it was; one that is not there, in what the others made. */
export function applyHunks(path: string, text: string, hunks: readonly PatchHunk[]): HunksResult {
  const problems: PatchProblem[] = [];
  const edits: TextEdit[] = [];
  const late: PatchHunk[] = [];
  for (const hunk of hunks) {
    if (isAppended(hunk)) {
      late.push(hunk);
      continue;
    }
    const placed = placeHunk(text, hunk);
    if ("edits" in placed) {
      if (placed.edits.some((edit) => edits.some((other) => overlap(edit, other))))
        problems.push({
          line: hunk.line,
          path,
          message: `The hunk changes lines of ${path} that an earlier hunk changes too.`,
        });
      else edits.push(...placed.edits);
    } else if (placed.missing) late.push(hunk);
    else problems.push({ line: hunk.line, path, message: describe(path, placed.message) });
  }
  let result = applyEdits(
    text,
    edits.sort((a, b) => a.start - b.start || a.end - b.end),
  );
  for (const hunk of late) {
    const placed = placeHunk(result, hunk);
    if ("edits" in placed) result = applyEdits(result, placed.edits);
    else problems.push({ line: hunk.line, path, message: describe(path, placed.message) });
  }
  return { text: result, problems };
}

/** Lines alone that do not say where: they go behind all that the file has in the end. */
function isAppended({ old, anchors, atEnd }: PatchHunk): boolean {
  return old.length === 0 && (anchors.length === 0 || atEnd);
}

function describe(path: string, message: string): string {
  return message.replaceAll("{path}", () => path);
}

function overlap(left: TextEdit, right: TextEdit): boolean {
  if (left.start === right.start) return true;
  return left.start < right.end && right.start < left.end;
}

type Placed =
  | { readonly edits: readonly TextEdit[] }
  | { readonly missing: boolean; readonly message: string };

function placeHunk(text: string, hunk: PatchHunk): Placed {
  const lines = splitLines(text);
  const standing = lines.map((line) => line.text);
  const offsets = [0];
  for (const line of lines) offsets.push((offsets.at(-1) ?? 0) + line.text.length + line.end.length);
  const scopes = hunkScopes(standing, hunk.anchors);
  if (hunk.old.length === 0) return insertOnly({ text, hunk, scopes, offsets });
  if (hunk.old.every((line) => line.trim() === ""))
    return refused("The hunk has only empty lines to be recognised by. Add lines around them as context.");
  const anchored = hunk.anchors.length > 0 && scopes.length > 0;
  const results = (anchored ? scopes : [{ start: 0, end: lines.length }]).map((scope) =>
    placeInScope({ text, hunk, offsets, scope }),
  );
  const placed = results.filter((result) => "edits" in result);
  const places = new Map(placed.map((result) => [result.edits[0]?.start, result]));
  const [only] = places.values();
  if (
    places.size === 1 &&
    only !== undefined &&
    results.every((result) => "edits" in result || result.missing)
  ) {
    // Without the place that it was said to have, a hunk must be there word for word.
    if (hunk.anchors.length === 0 || anchored || only.exact) return { edits: only.edits };
  }
  if (places.size > 1) {
    const at = [...places.keys()].map((start) => countLineBreaks(text, 0, start ?? 0) + 1);
    return refused(
      `The lines of the hunk are in {path} at several places. Add more context or an @@ line.\n${showPlaces(text, at, hunk.old.length)}`,
    );
  }
  const problem = results.find((result) => !("edits" in result) && !result.missing);
  if (problem !== undefined && !("edits" in problem)) return problem;
  return notFound(text, hunk, anchored);
}

interface ScopeToSearch {
  readonly text: string;
  readonly hunk: PatchHunk;
  readonly offsets: readonly number[];
  readonly scope: LineScope;
}

function placeInScope({
  text,
  hunk,
  offsets,
  scope,
}: ScopeToSearch):
  | { readonly edits: readonly TextEdit[]; readonly exact: boolean }
  | Exclude<Placed, { edits: unknown }> {
  const [from, to] = [offsets[scope.start] ?? 0, offsets[scope.end] ?? text.length];
  const part = text.slice(from, to);
  const old = hunk.old.map((line) => `${line}\n`).join("");
  const becomes = hunk.new.map((line) => `${line}\n`).join("");
  const tail = hunk.atEnd ? tailStart(part, hunk.old.length) : 0;
  const result = replaceLines({ text: part.slice(tail), old, new: becomes });
  if (result.ok) {
    // What the hunk leaves alone is no part of the edit, so that neighbours may share it as context.
    const edits = result.edits.flatMap((edit) =>
      diffLines(part.slice(tail).slice(edit.start, edit.end), edit.text).map((each) => ({
        start: from + tail + edit.start + each.start,
        end: from + tail + edit.start + each.end,
        text: each.text,
      })),
    );
    return { edits, exact: result.match === "exact" || result.match === "trailing" };
  }
  if (result.reason === "no-change")
    return refused("The hunk changes nothing: {path} is as it wants it to be.");
  if (result.reason !== "ambiguous") return { missing: true, message: "" };
  const before = countLineBreaks(text, 0, from + tail);
  const at = result.lines.map((line) => line + before);
  return refused(
    `The lines of the hunk are in {path} ${result.count} times (lines ${at.join(", ")}). Add more context or an @@ line before it.\n${showPlaces(text, at, hunk.old.length)}`,
  );
}

/** Where the last lines of a text begin, blank ones not counted. */
function tailStart(text: string, count: number): number {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return lines.slice(0, Math.max(0, last + 1 - count)).join("").length;
}

function refused(message: string): { readonly missing: false; readonly message: string } {
  return { missing: false, message };
}

const maxNearestLines = 30;

function notFound(
  text: string,
  hunk: PatchHunk,
  anchored: boolean,
): { readonly missing: true; readonly message: string } {
  const where = anchored ? `{path} after @@ ${hunk.anchors.join(" / ")}` : "{path}";
  const unknown =
    hunk.anchors.length > 0 && !anchored ? ` There is no line "${hunk.anchors.join(" / ")}".` : "";
  const nearest = findNearest(text, hunk.old.join("\n"));
  const shown =
    nearest === undefined
      ? " Read the file first."
      : ` Nearest are lines ${nearest.startLine}–${nearest.endLine}:\n${showLines({ ...nearest, text, maxLines: maxNearestLines })}`;
  return { missing: true, message: `The lines of the hunk are not in ${where}.${unknown}${shown}` };
}

interface Insertion {
  readonly text: string;
  readonly hunk: PatchHunk;
  readonly scopes: readonly LineScope[];
  readonly offsets: readonly number[];
}

/** A hunk without context: after its one `@@` line, or at the end where it has none. */
function insertOnly({ text, hunk, scopes, offsets }: Insertion): Placed {
  const lineEnd = preferredLineEnd(text);
  const added = hunk.new.map((line) => `${line}${lineEnd}`).join("");
  const [scope] = scopes;
  if (hunk.anchors.length > 0 && !hunk.atEnd) {
    if (scope === undefined || scopes.length > 1)
      return refused(
        `The @@ line is in {path} ${scopes.length === 0 ? "not at all" : `${scopes.length} times`}, and the hunk has no other context.`,
      );
    const at = offsets[scope.start + 1] ?? text.length;
    const open = at === text.length && !text.endsWith("\n");
    return {
      edits: [{ start: at, end: at, text: open ? lineEnd + added.slice(0, -lineEnd.length) : added }],
    };
  }
  const open = text !== "" && !text.endsWith("\n");
  return { edits: [{ start: text.length, end: text.length, text: (open ? lineEnd : "") + added }] };
}
