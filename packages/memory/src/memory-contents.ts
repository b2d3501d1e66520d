import { countChars, foldLines } from "./memory-file.ts";
import type { MemoryContents, MemoryTarget } from "./memory-store.ts";

/** One memory file and the book of receipts beside it. */
export interface MemoryFile {
  readonly target: MemoryTarget;
  readonly path: string;
  readonly bookPath: string;
  readonly limitChars: number;
}

export function contentsOf({ target, limitChars }: MemoryFile, entries: readonly string[]): MemoryContents {
  return { target, entries: entries.map(foldLines), usedChars: countChars(entries), limitChars };
}
