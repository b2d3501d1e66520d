import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Bytes of a file, or of everything below a folder. A link is a link, wherever it leads. */
export function sizeOf(path: string): number {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.size;
  return namesIn(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
