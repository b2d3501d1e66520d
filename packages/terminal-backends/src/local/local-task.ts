import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { HermesError } from "@hermes/registry";
import type { JailedTask } from "./jailed/jailed-task.ts";
import { isGroupAlive } from "./process-tree.ts";
import { ShellState } from "./shell-state.ts";

export interface LocalTaskOptions {
  readonly cwd: string;
  readonly home: string | undefined;
  readonly folder: string;
  readonly id: string;
}

/** The working directory of one task, the state of its shells and the processes that it started. Everything on disk lies in its folder. */
export class LocalTask {
  cwd: string;
  /** Where it began. */
  readonly startsIn: string;
  /** Set when the task was released: a command that ends later leaves nothing behind. */
  released = false;
  /** Process groups that may have members. */
  readonly groups: Set<number> = new Set();
  readonly folder: string;
  readonly state: ShellState;
  /** What of it is behind the wall. */
  jailed: JailedTask | undefined;
  readonly #home: string | undefined;

  constructor(options: LocalTaskOptions) {
    this.cwd = options.cwd;
    this.startsIn = options.cwd;
    this.folder = options.folder;
    this.state = new ShellState(options);
    this.#home = options.home;
    mkdirSync(options.folder, { mode: 0o700 });
  }

  /**
   * Where a command starts.
   *
   * @throws {HermesError} `BACKEND_DIRECTORY_MISSING`; the task then goes on in the nearest folder that is left.
   */
  directoryFor(givenCwd: string | undefined): string {
    const cwd = this.absolute(givenCwd ?? ".");
    if (existsSync(cwd)) return cwd;
    throw this.directoryMissing(cwd, givenCwd === undefined ? nearestFolder(cwd) : undefined);
  }

  /** @param nearest Where the task goes on. Undefined: where it is; the folder was given for one command. */
  directoryMissing(cwd: string, nearest: string | undefined): HermesError {
    if (nearest === undefined) {
      return new HermesError(`There is no folder ${cwd}; nothing was run.`, {
        code: "BACKEND_DIRECTORY_MISSING",
      });
    }
    this.cwd = nearest;
    return new HermesError(`The working directory ${cwd} is gone; nothing was run.`, {
      code: "BACKEND_DIRECTORY_MISSING",
      hint: `The next command starts in ${this.cwd}.`,
    });
  }

  /** Takes over the working directory of a command that has ended. */
  moveTo(directory: string, givenCwd: string | undefined): void {
    // A folder that was given for this command alone is not the task's, unless the command moved on from there.
    if (givenCwd === undefined || directory !== this.absolute(givenCwd)) this.cwd = directory;
  }

  /** Forgets the groups that have no members left, so that their ids can be given to others. */
  forgetEndedGroups(): void {
    for (const group of this.groups) if (!isGroupAlive(group)) this.groups.delete(group);
  }

  absolute(path: string): string {
    return absolutePath(path, { cwd: this.cwd, home: this.#home });
  }
}

/** A path as a shell in `cwd` would take it, `~` included. */
export function absolutePath(
  path: string,
  { cwd, home }: { readonly cwd: string; readonly home: string | undefined },
): string {
  return resolve(cwd, home !== undefined && /^~(?=\/|$)/.test(path) ? home + path.slice(1) : path);
}

function nearestFolder(path: string): string {
  let folder = dirname(path);
  while (!existsSync(folder)) folder = dirname(folder);
  return folder;
}
