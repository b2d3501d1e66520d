import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { realPath } from "./profile-places.ts";
import { gitTriggers } from "./workspace-places.ts";

export interface GitPlaces {
  /** Folders of git outside of the workspace, which it needs to commit. */
  readonly folders: readonly string[];
  readonly protected: readonly string[];
}

const none: GitPlaces = { folders: [], protected: [] };

/**
 * What belongs to the repository that a workspace is in: its folder of git with those of submodules and linked worktrees.
 *
 * Whoever wrote the file `.git` of a linked worktree or a submodule could name any folder, and it would become writable. So
 * that folder must name the workspace in turn, which only git itself can have written there.
 *
 * @see https://git-scm.com/docs/gitrepository-layout
 */
export function gitPlaces(workspace: string): GitPlaces {
  const repository = findRepository(workspace);
  if (repository === undefined) return none;
  const { root, folders, entry } = repository;
  const closed = folders.flatMap(withParts).flatMap((folder) => triggersOf(folder, root));
  return { folders, protected: [...entry, ...closed] };
}

/** Where a repository keeps its settings: its folder of git, then those of its submodules, without links. */
export function settingsFolders(
  workspace: string,
): { readonly root: string; readonly folders: readonly string[] } | undefined {
  const repository = findRepository(realPath(workspace) ?? workspace);
  const [folder] = repository?.folders ?? [];
  if (repository === undefined || folder === undefined) return undefined;
  const modules = [...new Set(repository.folders)].flatMap(submodules);
  return {
    root: repository.root,
    folders: [folder, ...modules].flatMap((each) => realPath(each) ?? []),
  };
}

interface Repository {
  readonly root: string;
  /** Folders of git: that which worktrees share, then that of this one. Empty where it is not known to belong here. */
  readonly folders: readonly string[];
  /** The file `.git`, where it is one. */
  readonly entry: readonly string[];
}

function findRepository(workspace: string): Repository | undefined {
  const root = repositoryAround(workspace);
  if (root === undefined) return undefined;
  const entry = join(root, ".git");
  if (isFolder(entry)) return { root, folders: [entry], entry: [] };
  const folder = namedFolder(entry, root);
  if (folder === undefined) return { root, folders: [], entry: [entry] };
  const common = commonFolder(folder);
  return { root, folders: common === undefined ? [folder] : [common, folder], entry: [entry] };
}

/** The nearest folder that has a `.git`, from the workspace upwards. */
function repositoryAround(workspace: string): string | undefined {
  for (let folder = workspace; ; folder = dirname(folder)) {
    if (realPath(join(folder, ".git")) !== undefined) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

/** The folder that a file `.git` names, if it is one of git's that belongs here. */
function namedFolder(file: string, root: string): string | undefined {
  const named = /^gitdir: (.+)$/m.exec(textOf(file))?.[1];
  const folder = named === undefined ? undefined : realPath(resolve(root, named));
  if (folder === undefined || realPath(join(folder, "HEAD")) === undefined) return undefined;
  const back = textOf(join(folder, "gitdir")).trim();
  if (back !== "") return realPath(resolve(folder, back)) === realPath(file) ? folder : undefined;
  const worktree = settings(folder).find(({ key }) => key === "worktree")?.value;
  return worktree !== undefined && realPath(resolve(folder, worktree)) === realPath(root)
    ? folder
    : undefined;
}

/** What the folder of a linked worktree shares with the others. */
function commonFolder(folder: string): string | undefined {
  const named = textOf(join(folder, "commondir")).trim();
  const common = named === "" ? undefined : realPath(resolve(folder, named));
  return common !== undefined && dirname(folder) === join(common, "worktrees") ? common : undefined;
}

/** A folder of git, with those of its linked worktrees and its submodules, whose names may have slashes. */
function withParts(folder: string): readonly string[] {
  const worktrees = foldersIn(join(folder, "worktrees"));
  return [folder, ...worktrees, ...modulesIn(folder).flatMap(withParts)];
}

function submodules(folder: string): readonly string[] {
  return modulesIn(folder).flatMap((module) => [module, ...submodules(module)]);
}

function modulesIn(folder: string): readonly string[] {
  return foldersIn(join(folder, "modules")).flatMap(moduleFolders);
}

function moduleFolders(folder: string): readonly string[] {
  return realPath(join(folder, "HEAD")) === undefined ? foldersIn(folder).flatMap(moduleFolders) : [folder];
}

function triggersOf(folder: string, root: string): readonly string[] {
  const paths = settings(folder).flatMap(({ key, value }) => {
    const from = key === "worktree" ? folder : root;
    if (key === "worktree") return [join(resolve(folder, value), ".git")];
    return runs.has(key) ? [resolve(from, value), resolve(folder, value)] : [];
  });
  const outward = (path: string): boolean => root === path || root.startsWith(`${path}/`) || path === folder;
  return [...gitTriggers.map((name) => join(folder, name)), ...paths.filter((path) => !outward(path))];
}

/** Settings whose value is a file or a folder that git runs, or reads settings from. */
const runs: ReadonlySet<string> = new Set(["hookspath", "fsmonitor", "path", "attributesfile"]);

function settings(folder: string): readonly { readonly key: string; readonly value: string }[] {
  const text = `${textOf(join(folder, "config"))}\n${textOf(join(folder, "config.worktree"))}`;
  return text.split("\n").flatMap((line) => {
    const [, key, value] = /^\s*([a-z][a-z0-9-]*)\s*=\s*"?(.*?)"?\s*$/i.exec(line) ?? [];
    return key === undefined || value === undefined || value === ""
      ? []
      : [{ key: key.toLowerCase(), value }];
  });
}

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
