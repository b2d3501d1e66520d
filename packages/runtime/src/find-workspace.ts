import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

export interface Workspace {
  /** The git root of the folder, else the folder itself. */
  readonly root: string;
  readonly isGit: boolean;
}

/** Where the work happens: the git root of a folder, else that folder. */
export function findWorkspace(cwd: string): Workspace {
  for (let folder = cwd; ; folder = dirname(folder)) {
    // A file in a worktree or submodule, a folder otherwise.
    if (existsSync(join(folder, ".git"))) return { root: folder, isGit: true };
    if (dirname(folder) === folder) return { root: cwd, isGit: false };
  }
}
