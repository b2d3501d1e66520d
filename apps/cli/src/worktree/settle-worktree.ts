import { rmdirSync } from "node:fs";
import { join } from "node:path";
import { withFileLock } from "@hermes/atomic-files";
import { worktreesFolder, type Repository } from "./repository.ts";
import { runGit } from "./run-git.ts";
import {
  isNothing,
  leftoverOf,
  listWorktrees,
  touchedAt,
  type Leftover,
  type Worktree,
} from "./worktrees.ts";

/** A worktree that nobody works in for so long, and in which nothing is left, goes. */
const unusedMs = 24 * 3_600_000;

export type Settled =
  | { readonly type: "removed" }
  /** `leftover` is undefined where git did not say what there is. */
  | { readonly type: "kept"; readonly leftover: Leftover | undefined };

/** Ends the work of this process in a worktree: without anything that would be lost it is removed, with its branch. */
export async function settleWorktree(
  worktree: Omit<Worktree, "use">,
  repository: Repository,
): Promise<Settled> {
  const { path } = worktree;
  const settled = await inTurn(repository, async () => await removeIfEmpty(worktree, repository));
  if (settled.type === "kept")
    await runGit(["worktree", "unlock", path], { cwd: repository.mainRoot, env: repository.env });
  return settled;
}

/** Removes worktrees that were left: those of killed processes, and those that were not used for a day. Never one with work in it. */
export async function removeLeft(repository: Repository, now: number): Promise<void> {
  await inTurn(repository, async () => {
    for (const worktree of await listWorktrees(repository)) {
      // oxlint-disable no-await-in-loop -- one after another: what is on another branch counts, and that may be the next one's
      if (worktree.use === "in use") continue;
      if (worktree.use === "free" && now - (await touchedAt(worktree, repository)) < unusedMs) continue;
      await removeIfEmpty(worktree, repository);
      // oxlint-enable no-await-in-loop
    }
  });
}

/** Two that end at once could each take a commit for kept by the other. */
async function inTurn<Result>(repository: Repository, work: () => Promise<Result>): Promise<Result> {
  return await withFileLock(join(repository.gitFolder, "hermes-worktrees.lock"), work, {
    ...{ code: "CLI_NO_WORKTREE", waitMs: 30_000 },
  });
}

async function removeIfEmpty(worktree: Omit<Worktree, "use">, repository: Repository): Promise<Settled> {
  const { path, branch } = worktree;
  const { mainRoot: cwd, env } = repository;
  const leftover = await leftoverOf(worktree, repository);
  if (leftover === undefined || !isNothing(leftover)) return { type: "kept", leftover };
  await runGit(["worktree", "unlock", path], { cwd, env });
  // Without --force git looks once more, and leaves what has changed meanwhile.
  const removed = await runGit(["worktree", "remove", path], { cwd, env });
  if (!removed.ok) return { type: "kept", leftover: await leftoverOf(worktree, repository) };
  // Only where it still is what was looked at.
  if (leftover.tip !== undefined)
    await runGit(["update-ref", "-d", `refs/heads/${branch}`, leftover.tip], { cwd, env });
  try {
    rmdirSync(worktreesFolder(repository));
  } catch {
    // Others are in it.
  }
  return { type: "removed" };
}
