/** Change text: exactly or as it has drifted, by single edits or by whole patches, and show what changed. */
export { diffLines } from "./diff-lines.ts";
export { findNearest } from "./find-nearest.ts";
export type { NearestRegion } from "./find-nearest.ts";
export { formatDiff } from "./format-diff.ts";
export type { FormatDiffOptions } from "./format-diff.ts";
export { preferredLineEnd } from "./line-ends.ts";
export { applyEdits, replaceExact } from "./replace-exact.ts";
export type { ReplaceExactOptions, ReplaceResult, TextEdit } from "./replace-exact.ts";
export { replaceText } from "./replace-text.ts";
export type { MatchKind, ReplaceTextResult } from "./replace-text.ts";
export type { FoldLevel } from "./fold-text.ts";
export { parsePatch } from "./v4a/parse-patch.ts";
export type { ParsedPatch, PatchHunk, PatchProblem, PatchSection } from "./v4a/parse-patch.ts";
export { patchPaths } from "./v4a/patch-paths.ts";
export type { PatchPath } from "./v4a/patch-paths.ts";
export { planPatch } from "./v4a/plan-patch.ts";
export type { PatchChange, PatchFile, PatchPlan, ReadPatchFile } from "./v4a/plan-patch.ts";
