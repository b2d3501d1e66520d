import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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
  /** Takes over what the command left behind, unless it left nothing complete. @returns Its working directory. */
  adoptState(): string | undefined;
  /** Lets go of the files of this call. */
  finish(): void;
}

interface SavedState {
  readonly file: string;
  /** Commands that may still be about to read it. */
  readers: number;
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
  #calls = 0;
  #state: SavedState | undefined;

  constructor({ cwd, folder, id }: { readonly cwd: string; readonly folder: string; readonly id: string }) {
    this.cwd = cwd;
    this.folder = folder;
    this.#id = id;
    mkdirSync(folder, { mode: 0o700 });
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
      adoptState: () => this.#adopt(saveTo),
      finish: () => {
        if (hasCommandFile) rmSync(commandFile, { force: true });
        if (source !== undefined) source.readers -= 1;
        this.#removeUnused(source);
      },
    };
  }

  /** Forgets the groups that have no members left, so that their ids can be given to others. */
  forgetEndedGroups(): void {
    for (const group of this.groups) if (!isGroupAlive(group)) this.groups.delete(group);
  }

  #adopt({ file, marker }: TaskCall["saveTo"]): string | undefined {
    const directory = readSavedDirectory(readIfThere(file), marker);
    if (directory === undefined || this.released) {
      rmSync(file, { force: true });
      return undefined;
    }
    const previous = this.#state;
    this.#state = { file, readers: 0 };
    this.#removeUnused(previous);
    return directory;
  }

  #removeUnused(state: SavedState | undefined): void {
    if (state === undefined || state === this.#state || state.readers > 0) return;
    rmSync(state.file, { force: true });
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // The shell was killed or replaced before it could write: as good as an incomplete file.
    return "";
  }
}
