import { isGone, processOwner, type LeaseOwner } from "@hermes/agent-loop";
import { existsSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { worktreesFolder, type Repository } from "./repository.ts";
import { runGit } from "./run-git.ts";

/** A worktree that Hermes made. */
export interface Worktree {
  /** `fix` of `.worktrees/hermes-fix`. */
  readonly id: string;
  readonly path: string;
  readonly branch: string;
  /** Who works in it, as far as is known: `killed` never said that it stopped. */
  readonly use: "free" | "killed" | "in use";
}

const folderPrefix = "hermes-";

export function worktreeOf(repository: Pick<Repository, "mainRoot">, id: string): Omit<Worktree, "use"> {
  const name = `${folderPrefix}${id}`;
  return { id, path: join(worktreesFolder(repository), name), branch: `hermes/${name}` };
}

/** The worktrees that Hermes made in a repository, as git knows them. */
export async function listWorktrees(repository: Repository): Promise<readonly Worktree[]> {
  const { mainRoot: cwd, env } = repository;
  const { text } = await runGit(["worktree", "list", "--porcelain"], { cwd, env });
  return text.split("\n\n").flatMap((entry) => {
    const lines = entry.split("\n");
    const path = lines[0]?.replace(/^worktree /, "") ?? "";
    const isOurs = dirname(path) === worktreesFolder(repository) && basename(path).startsWith(folderPrefix);
    if (!isOurs) return [];
    const locked = lines.find((line) => /^locked(?: |$)/.test(line));
    const id = basename(path).slice(folderPrefix.length);
    return [{ ...worktreeOf(repository, id), use: useOf(locked?.slice("locked ".length)) }];
  });
}

/** The reason of git's lock says who works in a worktree: it is there from its beginning on, and goes with it. */
export function lockReason({ host, pid, processStart }: LeaseOwner = processOwner()): string {
  return `hermes ${pid} ${host} ${processStart ?? "-"}`;
}

function useOf(reason: string | undefined): Worktree["use"] {
  if (reason === undefined) return "free";
  const [, pid, host, start] = /^hermes (\d+) (\S+) (\S+)$/.exec(reason) ?? [];
  if (pid === undefined || host === undefined) return "in use";
  const owner = {
    host,
    pid: Number(pid),
    ...(start === undefined || start === "-" ? {} : { processStart: start }),
  };
  return isGone(owner) ? "killed" : "in use";
}

export interface Leftover {
  readonly changedFiles: number;
  /** On no other branch. */
  readonly commits: number;
  /** Such as `a merge`, where one was begun. */
  readonly unfinished: string | undefined;
  /** The branch that it is on, where that is another one than its own. */
  readonly otherBranch: string | undefined;
  /** Where its branch is. */
  readonly tip: string | undefined;
}

const operations: Readonly<Record<string, string>> = {
  MERGE_HEAD: "a merge",
  CHERRY_PICK_HEAD: "a cherry-pick",
  REVERT_HEAD: "a revert",
  BISECT_LOG: "a bisection",
  "rebase-merge": "a rebase",
  "rebase-apply": "a rebase",
};

/** What would be lost with a worktree. Undefined: git does not say, so that it has to stay. */
export async function leftoverOf(
  { path, branch }: Omit<Worktree, "use">,
  { env }: Repository,
): Promise<Leftover | undefined> {
  const ask = async (...args: readonly string[]) => await runGit(args, { cwd: path, env });
  const names = Object.keys(operations);
  const tip = await ask("rev-parse", "--verify", "--quiet", `refs/heads/${branch}`);
  const tips = ["HEAD", ...(tip.ok ? [`refs/heads/${branch}`] : [])];
  const others = [`--exclude=${branch}`, "--branches", "--remotes", "--tags"];
  const [status, commits, head, paths] = await Promise.all([
    ask("status", "--porcelain", "-z", "--untracked-files=all", "--ignore-submodules=none", "--no-renames"),
    ask("rev-list", "--count", ...tips, "--not", ...others),
    ask("symbolic-ref", "--quiet", "--short", "HEAD"),
    ask("rev-parse", "--path-format=absolute", ...names.flatMap((name) => ["--git-path", name])),
  ]);
  if (!status.ok || !commits.ok || !paths.ok) return undefined;
  const begun = paths.text.split("\n").findIndex((each) => existsSync(each));
  return {
    changedFiles: status.text.split("\0").filter((line) => line !== "").length,
    commits: Number(commits.text),
    unfinished: begun === -1 ? undefined : operations[names[begun] ?? ""],
    otherBranch: head.ok && head.text !== branch ? head.text : undefined,
    tip: tip.ok ? tip.text : undefined,
  };
}

export function isNothing({ changedFiles, commits, unfinished, otherBranch }: Leftover): boolean {
  return changedFiles === 0 && commits === 0 && unfinished === undefined && otherBranch === undefined;
}

/** Milliseconds since 1970: when git last wrote of it, or it was made. */
export async function touchedAt({ path }: Pick<Worktree, "path">, { env }: Repository): Promise<number> {
  const asked = ["rev-parse", "--path-format=absolute", "--git-path", "index", "--git-path", "HEAD"];
  const { text } = await runGit(asked, { cwd: path, env });
  const files = [path, ...text.split("\n")];
  return Math.max(...files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0));
}
