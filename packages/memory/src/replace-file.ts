import { readFileSync, statSync } from "node:fs";
import { replaceFile } from "@hermes/atomic-files";

/** Text of a file; empty when there is none. */
export function readText(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) === undefined ? "" : readFileSync(path, "utf8");
}

/**
 * Replaces a file in one step.
 *
 * @param expected What the file held when `text` was made from it.
 * @returns False, and nothing changed, when the file holds something else by now: an editor saved it meanwhile.
 */
export function replaceText(path: string, text: string, expected: string): boolean {
  return replaceFile(path, text, { onlyIf: () => readText(path) === expected });
}
