import { posix } from "node:path";
import { HermesError } from "@hermes/registry";
import { parseGitIgnore } from "./git-ignore.ts";
import type { SearchScope } from "./search-engine.ts";

/**
 * What the `.gitignore` files above the root say about a path below it: up to the top of the repository, else up to
 * the top of the file system. Rules that exclude the root itself do not count: it was asked for.
 */
export async function readOuterRules(scope: SearchScope): Promise<(path: string) => boolean> {
  const { root } = scope;
  const above = foldersAbove(root);
  // All at once: elsewhere that is one way there instead of many, and what lies above a repository does no harm.
  const [tops, texts] = await Promise.all([
    Promise.all([root, ...above].map((folder) => hasRepository(scope, folder))),
    Promise.all(above.map((folder) => readIfThere(scope, posix.join(folder, ".gitignore")))),
  ]);
  const top = tops.indexOf(true);
  const counting = above.slice(0, top === -1 ? above.length : top);
  const made = counting.map(async (folder, index) => {
    const text = texts[index];
    if (text === undefined) return () => false;
    const rules = await parseGitIgnore(text);
    const prefix = posix.relative(folder, root);
    if (rules.verdict(prefix, true) === "ignored") return () => false;
    return (path: string) => rules.verdict(`${prefix}/${path}`, false) === "ignored";
  });
  const tests = await Promise.all(made);
  return (path) => !tests.some((excluded) => excluded(path));
}

/** Nearest first. */
function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let below = path; below !== "/"; below = posix.dirname(below)) folders.push(posix.dirname(below));
  return folders;
}

async function hasRepository({ backend, taskId, signal }: SearchScope, folder: string): Promise<boolean> {
  const facts = await orNothing(backend.stat(posix.join(folder, ".git"), { taskId, signal }));
  return facts !== undefined;
}

async function readIfThere(
  { backend, taskId, signal }: SearchScope,
  path: string,
): Promise<string | undefined> {
  const bytes = await orNothing(backend.readFile(path, { taskId, signal }));
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

/** What can't be read above the root does not keep anybody from searching below it. */
async function orNothing<Value>(value: Promise<Value>): Promise<Value | undefined> {
  try {
    return await value;
  } catch (error) {
    if (HermesError.is(error)) return undefined;
    throw error;
  }
}
