import type { Dirent } from "node:fs";
import { readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";

export interface SkillFile {
  /** SKILL.md, absolute. */
  readonly path: string;
  /** The skill's folder. */
  readonly folder: string;
  /** Names of the folders between the root and the skill. */
  readonly above: readonly string[];
  readonly mtimeMs: number;
  readonly size: number;
}

/** Folders that hold no skills, whatever lies in them. */
const skipped: ReadonlySet<string> = new Set(
  ".git .github .hub .archive .staging node_modules site-packages venv .venv __pycache__ .cache references templates assets scripts".split(
    " ",
  ),
);
const maxDepth = 6;

/** All SKILL.md below a folder. A folder with one is a skill, and isn't searched for more. Links are followed once. */
export function findSkillFiles(root: string): readonly SkillFile[] {
  const found: SkillFile[] = [];
  const visited = new Set<string>();
  const walk = (folder: string, above: readonly string[]): void => {
    if (above.length > maxDepth) return;
    const entries = listFolder(folder);
    const own = above.length === 0 ? undefined : entries.find(({ name }) => /^skill\.md$/i.test(name));
    if (own !== undefined) {
      const path = join(folder, own.name);
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats?.isFile() === true) {
        found.push({ path, folder, above: above.slice(0, -1), mtimeMs: stats.mtimeMs, size: stats.size });
        return;
      }
    }
    for (const entry of entries) {
      if (skipped.has(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path, [...above, entry.name]);
      else if (entry.isSymbolicLink() && isNewFolder(path, visited)) walk(path, [...above, entry.name]);
    }
  };
  walk(root, []);
  return found;
}

function listFolder(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    // Not there, not a folder, or not for us: nothing to offer.
    return [];
  }
}

function isNewFolder(path: string, visited: Set<string>): boolean {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
  const real = realpathSync(path);
  if (visited.has(real)) return false;
  visited.add(real);
  return true;
}
