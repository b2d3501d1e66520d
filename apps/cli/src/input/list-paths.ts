import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { PathChoice } from "./completion.ts";

const most = 200;

/**
 * What a folder holds whose name begins as a path does; hidden files only where the name begins with a dot.
 *
 * @param typed As at a shell: relative to `cwd`, absolute, or beginning with `~/`; letters may stand behind a backslash.
 * @returns Paths that begin as it was typed. Empty where there is no such folder.
 */
export async function listPaths(typed: string, cwd: string): Promise<readonly PathChoice[]> {
  const path = typed.replace(/\\(.)/g, "$1");
  const begun = path.slice(path.lastIndexOf("/") + 1);
  const folder = path.slice(0, path.length - begun.length);
  const place = folder.startsWith("~/") ? homedir() + folder.slice(1) : resolve(cwd, folder);
  const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
  return entries
    .filter(({ name }) => name.startsWith(begun) && (begun.startsWith(".") || !name.startsWith(".")))
    .map((entry) => ({ path: `${folder}${entry.name}${entry.isDirectory() ? "/" : ""}` }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .slice(0, most);
}
