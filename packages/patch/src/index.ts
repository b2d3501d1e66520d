/** Replace text exactly, say what is nearest when it is not there, and show what changed. */
export { findNearest } from "./find-nearest.ts";
export type { NearestRegion } from "./find-nearest.ts";
export { formatDiff } from "./format-diff.ts";
export type { FormatDiffOptions } from "./format-diff.ts";
export { preferredLineEnd } from "./line-ends.ts";
export { applyEdits, replaceExact } from "./replace-exact.ts";
export type { ReplaceExactOptions, ReplaceResult, TextEdit } from "./replace-exact.ts";
