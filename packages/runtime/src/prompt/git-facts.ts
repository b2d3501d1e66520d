import type { Environment } from "@hermes/registry";
import { askGit } from "./ask-git.ts";
import type { GitAnswer } from "./ask-git.ts";

/** What git says about a folder, with names and subjects as they are: written by whoever wrote them. */
export interface GitFacts {
  /** Undefined: detached, or not known. */
  readonly branch?: string | undefined;
  /** Changed against the last commit, or new; relative to the root of the repository. Undefined: not known. */
  readonly changed?: readonly ChangedFile[] | undefined;
}

export interface ChangedFile {
  /** Two letters as in `git status --short`; `??`: new. */
  readonly state: string;
  readonly path: string;
}

export interface GitFactsOptions {
  readonly cwd: string;
  readonly env: Environment;
  /** For all of it together. @default 150 */
  readonly timeoutMs?: number | undefined;
}

/**
 * Asks git about a folder, at most so long, with nothing that the repository's own settings name being run: no monitor, hook,
 * signature check or transport. Filters can't be switched off, and git runs them to compare contents; where the repository
 * itself configures some, changed files are not asked for. Never rejects.
 *
 * @returns Undefined where git knows nothing: no repository, no git, or one that belongs to somebody else.
 */
export async function gitFacts({
  cwd,
  env,
  timeoutMs = 150,
}: GitFactsOptions): Promise<GitFacts | undefined> {
  const signal = AbortSignal.timeout(timeoutMs);
  const ask = async (...args: readonly string[]): Promise<GitAnswer> =>
    await askGit(args, { cwd, env, signal });
  const filters = await ask("config", "--null", "--show-scope", "--name-only", "--get-regexp", "^filter\\.");
  const status = hasOwnFilters(filters)
    ? await ask("symbolic-ref", "--quiet", "--short", "HEAD")
    : await ask("status", "-z", "--porcelain=v2", "--branch", "--no-ahead-behind", "--ignore-submodules=all");
  if (status.text === undefined) return undefined;
  return hasOwnFilters(filters) ? { branch: status.text.trim() } : parseStatus(status.text);
}

/** Also where it can't be told. Exit code 1: there are none at all. */
function hasOwnFilters({ text, exitCode }: GitAnswer): boolean {
  if (exitCode === 1) return false;
  if (text === undefined) return true;
  // Scope and name in turn.
  return text
    .split("\0")
    .some((scope, index) => index % 2 === 0 && scope !== "" && !ownedByPerson.has(scope));
}

const ownedByPerson: ReadonlySet<string> = new Set(["system", "global"]);

function parseStatus(text: string): GitFacts {
  const changed: ChangedFile[] = [];
  let branch: string | undefined;
  const records = text.split("\0").values();
  for (const record of records) {
    const [, head] = /^# branch\.head (.*)$/s.exec(record) ?? [];
    if (head !== undefined) branch = head === "(detached)" ? undefined : head;
    // Ordinary and unmerged entries; a renamed one has its old path in a record of its own.
    const [, kind, state = "", path] =
      /^(1) (..) (?:\S+ ){6}(.*)$/s.exec(record) ??
      /^(2) (..) (?:\S+ ){7}(.*)$/s.exec(record) ??
      /^(u) (..) (?:\S+ ){8}(.*)$/s.exec(record) ??
      /^(\?)() (.*)$/s.exec(record) ??
      [];
    if (kind === "2") records.next();
    if (path !== undefined) changed.push({ state: kind === "?" ? "??" : state.replaceAll(".", " "), path });
  }
  return { branch, changed };
}
