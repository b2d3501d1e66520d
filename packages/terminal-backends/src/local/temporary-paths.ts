import { realpathSync } from "node:fs";
import { relative } from "node:path";
import { confinePath, isWithin } from "./confined-path.ts";
import type { ConfinedPath } from "./confined-path.ts";

export interface TemporaryPathsOptions {
  /** Folder on this machine that is `/tmp` behind the wall. */
  readonly root: string;
  /** Folders below `/tmp` that are those of this machine there too. */
  readonly shared: readonly string[];
}

const temporary = "/tmp";

/** The paths of a `/tmp` that is another folder than that of this machine. */
export class TemporaryPaths {
  readonly #options: TemporaryPathsOptions;

  constructor(options: TemporaryPathsOptions) {
    this.#options = options;
  }

  /** Folder on this machine. */
  get root(): string {
    return this.#options.root;
  }

  /** Whether a path that commands behind the wall use means another place here. Absolute, without `..`. */
  has(path: string): boolean {
    return isTemporary(path) && !this.#options.shared.some((folder) => isWithin(path, folder));
  }

  /** @throws See `confinePath`. */
  reach(
    path: string,
    how: { readonly follow: boolean; readonly create?: boolean | undefined },
  ): ConfinedPath {
    const { root, shared } = this.#options;
    return confinePath(relative(temporary, path), { root, name: temporary, elsewhere: shared, ...how });
  }

  /** Where a folder is on this machine. @throws See `confinePath`. */
  outside(path: string): string {
    if (!this.has(path)) return path;
    const reached = this.reach(path, { follow: true });
    try {
      return realpathSync(reached.at);
    } finally {
      reached.close();
    }
  }

  /** What a folder of this machine is called behind the wall. */
  inside(path: string): string {
    const { root } = this.#options;
    const named = isWithin(path, root) ? temporary + path.slice(root.length) : path;
    return this.has(named) ? named : path;
  }
}

/** Whether a path may be one of those that mean another place behind the wall. */
export function isTemporary(path: string): boolean {
  return isWithin(path, temporary);
}
