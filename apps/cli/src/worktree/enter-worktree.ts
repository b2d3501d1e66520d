import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { HermesError } from "@hermes/registry/errors";
import { copyIncluded } from "./copy-included.ts";
import type { Repository } from "./repository.ts";
import { runGit } from "./run-git.ts";
import { listWorktrees, lockReason, worktreeOf, type Worktree } from "./worktrees.ts";

export type EnteredWorktree = Omit<Worktree, "use">;

/**
 * Makes a worktree on a branch of its own, from the commit that the person is at, or goes into one that is there.
 *
 * @param id Undefined: a new one.
 * @throws {HermesError} `CLI_WORKTREE_BUSY` where somebody works in it, `CLI_NO_WORKTREE`.
 */
export async function enterWorktree(
  repository: Repository,
  id: string | undefined,
  signal: AbortSignal,
): Promise<EnteredWorktree> {
  const known =
    id === undefined ? undefined : (await listWorktrees(repository)).find((each) => each.id === id);
  if (known !== undefined && existsSync(known.path)) return await takeWorktree(known, repository);
  return await makeWorktree(worktreeOf(repository, id ?? randomBytes(4).toString("hex")), repository, signal);
}

async function makeWorktree(
  worktree: EnteredWorktree,
  repository: Repository,
  signal: AbortSignal,
): Promise<EnteredWorktree> {
  const { path, branch } = worktree;
  const { root: cwd, env } = repository;
  await excludeWorktrees(repository);
  // Of one whose folder was deleted by hand, which git remembers.
  await runGit(["worktree", "prune"], { cwd, env });
  const isThere = (await runGit(["rev-parse", "--verify", "--quiet", `refs/heads/${branch}`], { cwd, env }))
    .ok;
  const made = await runGit(
    [
      ...["worktree", "add", "--quiet", "--lock", "--reason", lockReason()],
      ...(isThere ? [path, branch] : ["-b", branch, path, "HEAD"]),
    ],
    { cwd, env },
  );
  if (!made.ok) throw failed(made.problem);
  await copyIncluded(repository, path, signal);
  return worktree;
}

async function takeWorktree(
  { use, ...worktree }: Worktree,
  { mainRoot: cwd, env }: Repository,
): Promise<EnteredWorktree> {
  const { path, id } = worktree;
  if (use === "killed") await runGit(["worktree", "unlock", path], { cwd, env });
  const taken =
    use === "in use"
      ? undefined
      : await runGit(["worktree", "lock", "--reason", lockReason(), path], { cwd, env });
  if (taken?.ok) return worktree;
  throw new HermesError(`Somebody works in the worktree "${id}" already: ${path}`, {
    code: "CLI_WORKTREE_BUSY",
    hint: "Take another name with --worktree NAME, or end the other conversation.",
  });
}

/** In the repository's own list of what is ignored, which is not shared with anybody. */
async function excludeWorktrees({ gitFolder }: Repository): Promise<void> {
  const file = join(gitFolder, "info", "exclude");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (text.split(/\r?\n/).some((line) => /^\/?\.worktrees\/?$/.test(line.trim()))) return;
  mkdirSync(dirname(file), { recursive: true });
  await appendFile(file, `${text === "" || text.endsWith("\n") ? "" : "\n"}/.worktrees/\n`);
}

function failed(problem: string): HermesError {
  return new HermesError(`No worktree can be made: ${problem.split("\n").at(-1) ?? "git failed."}`, {
    code: "CLI_NO_WORKTREE",
    hint: "It needs git 2.33 or newer, and a name that no other branch has.",
  });
}
