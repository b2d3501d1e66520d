import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** A folder with more entries than that is no skill, and is not walked to its end. */
const maxEntries = 5_000;

/**
 * Names, kinds, sizes and times of everything in a folder, so that a change of any file shows.
 *
 * @param except Paths of folders, relative with `/`, that don't count.
 * @returns Undefined where there is too much to look at, or something that can't be looked at.
 */
export function contentStamp(folder: string, except: readonly string[] = []): string | undefined {
  const lines: string[] = [];
  const walk = (at: string, prefix: string): void => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      if (except.includes(`${prefix}${entry.name}`)) continue;
      if (lines.length >= maxEntries) throw new RangeError(`more than ${maxEntries} entries`);
      const path = join(at, entry.name);
      const { size, mtimeMs, ctimeMs, mode } = lstatSync(path);
      // The time of the change itself is the one that nobody can set back.
      lines.push(`${prefix}${entry.name} ${mode} ${size} ${mtimeMs} ${ctimeMs}`);
      if (entry.isDirectory()) walk(path, `${prefix}${entry.name}/`);
    }
  };
  try {
    walk(folder, "");
  } catch {
    return undefined;
  }
  return lines.toSorted().join("\n");
}
