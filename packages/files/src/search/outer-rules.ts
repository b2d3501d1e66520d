import { posix } from "node:path";
import { HermesError } from "@hermes/registry";
import { parseGitIgnore } from "./git-ignore.ts";
import type { SearchScope } from "./search-engine.ts";

/**
 * What the `.gitignore` files above the root say about a path below it: up to the top of the repository, else up to
 * the top of the file system. Rules that exclude the root itself do not count: it was asked for.
 */
export async function readOuterRules(scope: SearchScope): Promise<(path: string) => boolean> {
  const { backend, root, taskId, signal } = scope;
  const access = { taskId, signal };
  const tests: ((path: string) => boolean)[] = [];
  for (let below = root; below !== "/"; below = posix.dirname(below)) {
    if ((await backend.stat(posix.join(below, ".git"), access)) !== undefined) break;
    const folder = posix.dirname(below);
    const bytes = await backend.readFile(posix.join(folder, ".gitignore"), access).catch((error: unknown) => {
      if (HermesError.is(error)) return undefined;
      throw error;
    });
    if (bytes === undefined) continue;
    const rules = parseGitIgnore(new TextDecoder().decode(bytes));
    const prefix = posix.relative(folder, root);
    const excludes = (path: string, isFolder: boolean) => rules.verdict(path, isFolder) === "ignored";
    if (foldersOf(`${prefix}/x`).some((path) => excludes(path, true))) continue;
    tests.push((path) => {
      const full = `${prefix}/${path}`;
      return excludes(full, false) || foldersOf(full).some((each) => excludes(each, true));
    });
  }
  return (path) => !tests.some((excluded) => excluded(path));
}

/** `a/b/c` → `a`, `a/b`. */
function foldersOf(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}
