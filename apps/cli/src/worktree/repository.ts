import { join, resolve } from "node:path";
import type { Environment } from "@hermes/registry";
import { HermesError } from "@hermes/registry/errors";
import { runGit } from "./run-git.ts";

/** A repository in which a worktree can be made, as it is seen from a folder of it. */
export interface Repository {
  readonly env: Environment;
  /** Root of the main worktree. */
  readonly mainRoot: string;
  /** Root of the worktree that the person is in, mostly the main one. */
  readonly root: string;
  /** Where the person is below that, with `/` at its end; empty at the root. */
  readonly prefix: string;
  /** What all worktrees share. */
  readonly gitFolder: string;
}

/** @throws {HermesError} `CLI_NO_WORKTREE` with what is in the way. */
export async function openRepository(cwd: string, env: Environment): Promise<Repository> {
  const ask = async (...args: readonly string[]): Promise<string | undefined> => {
    const { ok, text } = await runGit(args, { cwd, env });
    return ok ? text : undefined;
  };
  const bare = await ask("rev-parse", "--is-bare-repository");
  if (bare === undefined)
    throw refused(`${cwd} is in no git repository.`, "Make one with `git init` and commit once.");
  if (bare === "true")
    throw refused(`${cwd} is a bare repository: it has no files to work on.`, "Clone it, and work there.");
  const [root, prefix, common, above, list] = await Promise.all([
    ask("rev-parse", "--show-toplevel"),
    ask("rev-parse", "--show-prefix"),
    ask("rev-parse", "--git-common-dir"),
    ask("rev-parse", "--show-superproject-working-tree"),
    ask("worktree", "list", "--porcelain"),
  ]);
  if (root === undefined || common === undefined)
    throw refused(`${cwd} is within git's own folder.`, "Change to a folder with your files.");
  if (above !== undefined && above !== "")
    throw refused(`${root} is a submodule of ${above}.`, "Work here without --worktree.");
  const first = list?.split("\n\n")[0]?.split("\n") ?? [];
  if (first.includes("bare"))
    throw refused("The repository of this worktree is bare.", "Work here without --worktree.");
  if ((await ask("rev-parse", "--verify", "--quiet", "HEAD^{commit}")) === undefined)
    throw refused(`${root} has no commit yet.`, "Commit once: a worktree begins with the last commit.");
  if ((await ask("symbolic-ref", "--quiet", "HEAD")) === undefined)
    throw refused(
      `${root} is on no branch (detached HEAD).`,
      "Go to a branch first: git switch NAME, or git switch -c NEW.",
    );
  const mainRoot = first[0]?.replace(/^worktree /, "") ?? root;
  return { env, root, mainRoot, prefix: prefix ?? "", gitFolder: resolve(cwd, common) };
}

/** Below which all worktrees of Hermes are. */
export function worktreesFolder({ mainRoot }: Pick<Repository, "mainRoot">): string {
  return join(mainRoot, ".worktrees");
}

function refused(message: string, hint: string): HermesError {
  return new HermesError(`No worktree can be made: ${message}`, { code: "CLI_NO_WORKTREE", hint });
}
