import {
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  symlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Repository } from "./repository.ts";
import { runGit } from "./run-git.ts";

const listName = ".worktreeinclude";
/** So many are copied before anybody is heard who wants to stop. */
const atOnce = 100;

/**
 * Copies what git ignores and a work needs all the same, such as `.env`: what the patterns of `.worktreeinclude` name, which are
 * written as in `.gitignore`. What git does not ignore is not copied: it would be a change of the worktree.
 */
export async function copyIncluded(
  { root: cwd, env }: Repository,
  to: string,
  signal: AbortSignal,
): Promise<void> {
  if (!existsSync(join(cwd, listName))) return;
  const named = await runGit(["ls-files", "-z", "--others", "--ignored", `--exclude-from=${listName}`], {
    ...{ cwd, env },
  });
  if (!named.ok || named.text === "") return;
  const ignored = await runGit(["check-ignore", "-z", "--stdin"], { cwd, env, input: named.text });
  // Other worktrees are named as folders, with a slash at their end.
  const paths = ignored.text
    .split("\0")
    .filter((path) => path !== "" && !path.endsWith("/") && !path.startsWith(".worktrees/"));
  for (const [index, path] of paths.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- so that an interrupt is heard
    if (index % atOnce === 0) await nextTurn();
    signal.throwIfAborted();
    copyOne(join(cwd, path), join(to, path));
  }
}

function copyOne(from: string, to: string): void {
  const stat = lstatSync(from, { throwIfNoEntry: false });
  if (stat === undefined || existsSync(to)) return;
  mkdirSync(dirname(to), { recursive: true });
  if (stat.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else if (stat.isFile()) copyFileSync(from, to, constants.COPYFILE_FICLONE);
}
