import { renameSync, statSync } from "node:fs";
import { appendLine } from "./append-line.ts";

/**
 * As `appendLine`, for a log: a file that grew longer becomes `.1`, and that `.2`, which is the last.
 *
 * @param options.maxBytes @default 5_000_000
 */
export function appendRotatingLine(
  path: string,
  line: string,
  { maxBytes = 5_000_000 }: { readonly maxBytes?: number | undefined } = {},
): void {
  if (sizeOf(path) > maxBytes) {
    if (sizeOf(`${path}.1`) > 0) renameSync(`${path}.1`, `${path}.2`);
    renameSync(path, `${path}.1`);
  }
  appendLine(path, line);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
