import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { HermesError } from "@hermes/registry";
import { readSavedDirectory } from "../shell-script.ts";
import { isGroupAlive } from "./process-tree.ts";

/** Where one command starts, and where it leaves its state. */
export interface TaskCall {
  /** Environment entry of this call's processes. */
  readonly marker: string;
  readonly markerValue: string;
  readonly stateFile: string | undefined;
  readonly saveTo: { readonly file: string; readonly marker: string };
  /** Stores a command that is too long for an argument; removed by `finish`. */
  storeCommand(command: string): string;
  /** Lets go of the files of this call. */
  finish(): void;
}

interface SavedState {
  readonly file: string;
  /** Commands that may still be about to read it. */
  readers: number;
}

export interface LocalTaskOptions {
  readonly cwd: string;
  readonly home: string | undefined;
  readonly folder: string;
  readonly id: string;
}

/** Name of the variable that marks the processes of a call. */
export const markerName = "_hermes_call";

/** The shell state of one task and the processes that it started. Everything on disk lies in its folder. */
export class LocalTask {
  cwd: string;
  /** Set when the task was released: a command that ends later leaves nothing behind. */
  released = false;
  /** Process groups that may have members. */
  readonly groups: Set<number> = new Set();
  readonly folder: string;
  readonly #id: string;
  readonly #home: string | undefined;
  #calls = 0;
  #state: SavedState | undefined;

  constructor(options: LocalTaskOptions) {
    this.cwd = options.cwd;
    this.folder = options.folder;
    this.#id = options.id;
    this.#home = options.home;
    mkdirSync(options.folder, { mode: 0o700 });
  }

  /** Start of the environment entry that all processes of this task carry. */
  get marker(): string {
    return `${markerName}=${this.#id}/`;
  }

  get hasRun(): boolean {
    return this.#calls > 0;
  }

  get scratchFolder(): string {
    return join(this.folder, "scratch");
  }

  begin(): TaskCall {
    const call = `${++this.#calls}`;
    const markerValue = `${this.#id}/${call}/`;
    const saveTo = { file: join(this.folder, `state-${call}`), marker: markerValue };
    const source = this.#state;
    if (source !== undefined) source.readers += 1;
    const commandFile = join(this.folder, `command-${call}`);
    let hasCommandFile = false;
    return {
      marker: `${markerName}=${markerValue}`,
      markerValue,
      stateFile: source?.file,
      saveTo,
      storeCommand: (command) => {
        hasCommandFile = true;
        writeFileSync(commandFile, command, { mode: 0o600 });
        return commandFile;
      },
      finish: () => {
        if (hasCommandFile) rmSync(commandFile, { force: true });
        if (source !== undefined) source.readers -= 1;
        this.#removeUnused(source);
      },
    };
  }

  /**
   * Where a command starts.
   *
   * @throws {HermesError} `BACKEND_DIRECTORY_MISSING`; the task then goes on in the nearest folder that is left.
   */
  directoryFor(givenCwd: string | undefined): string {
    const cwd = givenCwd === undefined ? this.cwd : this.#absolute(givenCwd);
    if (existsSync(cwd)) return cwd;
    if (givenCwd !== undefined) {
      throw new HermesError(`There is no folder ${cwd}; nothing was run.`, {
        code: "BACKEND_DIRECTORY_MISSING",
      });
    }
    this.cwd = nearestFolder(cwd);
    throw new HermesError(`The working directory ${cwd} is gone; nothing was run.`, {
      code: "BACKEND_DIRECTORY_MISSING",
      hint: `The next command starts in ${this.cwd}.`,
    });
  }

  /** Takes over what a command left behind, unless it left nothing complete. */
  adoptState({ saveTo: { file, marker } }: TaskCall, givenCwd: string | undefined): void {
    const directory = readSavedDirectory(readIfThere(file), marker);
    if (directory === undefined || this.released) {
      rmSync(file, { force: true });
      return;
    }
    const previous = this.#state;
    this.#state = { file, readers: 0 };
    this.#removeUnused(previous);
    // A folder that was given for this command alone is not the task's, unless the command moved on from there.
    if (givenCwd === undefined || directory !== this.#absolute(givenCwd)) this.cwd = directory;
  }

  /** Forgets the groups that have no members left, so that their ids can be given to others. */
  forgetEndedGroups(): void {
    for (const group of this.groups) if (!isGroupAlive(group)) this.groups.delete(group);
  }

  #absolute(path: string): string {
    return absolutePath(path, { cwd: this.cwd, home: this.#home });
  }

  #removeUnused(state: SavedState | undefined): void {
    if (state === undefined || state === this.#state || state.readers > 0) return;
    rmSync(state.file, { force: true });
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

function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // The shell was killed or replaced before it could write: as good as an incomplete file.
    return "";
  }
}
