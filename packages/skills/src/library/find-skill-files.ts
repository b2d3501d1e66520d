import type { Dirent, Stats } from "node:fs";
import { lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";

export interface SkillFile {
  /** SKILL.md, absolute. */
  readonly path: string;
  /** The skill's folder. */
  readonly folder: string;
  /** Names of the folders between the root and the skill. */
  readonly above: readonly string[];
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly size: number;
}

export interface FindSkillFilesOptions {
  /**
   * Links may be hostile: a linked folder counts only if it is a skill itself, and a SKILL.md that is a link
   * out of its folder is none. @default false
   */
  readonly wary?: boolean | undefined;
  /** Paths of folders, relative to the root with `/`, that are left out. */
  readonly except?: readonly string[] | undefined;
}

/** Folders that hold no skills, whatever lies in them. */
const skipped: ReadonlySet<string> = new Set(
  ".git .github .hub .archive .staging node_modules site-packages venv .venv __pycache__ .cache references templates assets scripts".split(
    " ",
  ),
);
const maxDepth = 6;
/** A root that leads to a whole home folder is not walked to its end. */
const maxFolders = 10_000;

/** All SKILL.md below a folder. A folder with one is a skill, and isn't searched for more. Links are followed once. */
export function findSkillFiles(
  root: string,
  { wary = false, except = [] }: FindSkillFilesOptions = {},
): readonly SkillFile[] {
  const found: SkillFile[] = [];
  const visited = new Set<string>();
  const isNewFolder = (path: string): boolean => {
    const real = linkedFolder(path);
    // What lies below the root is found without the link.
    if (real === undefined || visited.has(real) || `${real}${sep}`.startsWith(`${realpathSync(root)}${sep}`))
      return false;
    visited.add(real);
    return true;
  };
  let folders = 0;
  const walk = (folder: string, above: readonly string[], linked: boolean): void => {
    if (above.length > maxDepth || ++folders > maxFolders || except.includes(above.join("/"))) return;
    // Most folders hold one under its usual name, and need not be listed.
    const usual = above.length === 0 ? undefined : skillFile(folder, "SKILL.md", { above, wary });
    const entries = usual === undefined ? listFolder(folder) : [];
    const own = above.length === 0 ? undefined : entries.find(({ name }) => /^skill\.md$/i.test(name));
    const file = own === undefined ? usual : skillFile(folder, own.name, { above, wary });
    if (file !== undefined) {
      found.push(file);
      return;
    }
    if (linked && wary) return;
    for (const entry of entries) {
      if (skipped.has(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path, [...above, entry.name], linked);
      else if (entry.isSymbolicLink() && isNewFolder(path)) walk(path, [...above, entry.name], true);
    }
  };
  walk(root, [], false);
  return found;
}

function skillFile(
  folder: string,
  name: string,
  { above, wary }: { readonly above: readonly string[]; readonly wary: boolean },
): SkillFile | undefined {
  const path = join(folder, name);
  const stats = statsOf(path);
  if (stats?.isFile() !== true || (wary && leadsOut(folder, path))) return undefined;
  const { mtimeMs, ctimeMs, size } = stats;
  return { path, folder, above: above.slice(0, -1), mtimeMs, ctimeMs, size };
}

/** Undefined also for what can't be looked at: a folder that is not for us, a link to itself. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function leadsOut(folder: string, path: string): boolean {
  if (!lstatSync(path).isSymbolicLink()) return false;
  return !realpathSync(path).startsWith(realpathSync(folder) + sep);
}

function listFolder(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    // Not there, not a folder, or not for us: nothing to offer.
    return [];
  }
}

function linkedFolder(path: string): string | undefined {
  return statsOf(path)?.isDirectory() === true ? realpathSync(path) : undefined;
}
