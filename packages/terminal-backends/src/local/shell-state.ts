import { readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSavedDirectory } from "../shell-script.ts";

/** Where one command starts, and where it leaves its state. */
export interface ShellCall {
  /** Environment entry of this call's processes. */
  readonly marker: string;
  readonly markerValue: string;
  readonly stateFile: string | undefined;
  readonly saveTo: { readonly file: string; readonly marker: string };
  /** Stores a command that is too long for an argument, until `finish`. Undefined: it is not. */
  storeLong(command: string): string | undefined;
  /** Lets go of the files of this call. */
  finish(): void;
}

export interface ShellStateOptions {
  /** Start of the marks of its processes. */
  readonly id: string;
  /** Holds the states. */
  readonly folder: string;
  /** Holds long commands. @default the folder of the states */
  readonly commandFolder?: string | undefined;
}

interface SavedState {
  readonly file: string;
  /** Commands that may still be about to read it. */
  readers: number;
}

/** Name of the variable that marks the processes of a call. */
export const markerName = "_hermes_call";

/** Linux takes 128 KiB per argument, and a character has up to three bytes. */
const maxInlineCommandChars = 40_000;

/** The variables and functions that each command leaves for the next one, as a file that only shells read. */
export class ShellState {
  readonly #options: ShellStateOptions;
  #calls = 0;
  #state: SavedState | undefined;

  constructor(options: ShellStateOptions) {
    this.#options = options;
  }

  /** Start of the environment entry that all its processes carry. */
  get marker(): string {
    return `${markerName}=${this.#options.id}/`;
  }

  get hasRun(): boolean {
    return this.#calls > 0;
  }

  /** @param options `fresh`: the command starts as the first one did, without the state of others. */
  begin({ fresh = false }: { readonly fresh?: boolean | undefined } = {}): ShellCall {
    const { id, folder, commandFolder = folder } = this.#options;
    const call = `${++this.#calls}`;
    const markerValue = `${id}/${call}/`;
    const source = fresh ? undefined : this.#state;
    if (source !== undefined) source.readers += 1;
    const commandFile = join(commandFolder, `command-${call}`);
    let hasCommandFile = false;
    return {
      marker: `${markerName}=${markerValue}`,
      markerValue,
      stateFile: source?.file,
      saveTo: { file: join(folder, `state-${call}`), marker: markerValue },
      storeLong: (command) => {
        if (command.length <= maxInlineCommandChars) return undefined;
        hasCommandFile = true;
        writeFileSync(commandFile, command, { mode: 0o600 });
        return commandFile;
      },
      finish: () => {
        if (hasCommandFile) remove(commandFile);
        if (source !== undefined) source.readers -= 1;
        this.#removeUnused(source);
      },
    };
  }

  /** What this command left is what the next one starts with. */
  adopt({ saveTo: { file } }: ShellCall): void {
    const previous = this.#state;
    this.#state = { file, readers: 0 };
    this.#removeUnused(previous);
  }

  /** What this command left is of no use. */
  drop({ saveTo: { file } }: ShellCall): void {
    remove(file);
  }

  #removeUnused(state: SavedState | undefined): void {
    if (state !== undefined && state !== this.#state && state.readers === 0) remove(state.file);
  }
}

/** The working directory that a command left behind. Undefined: it left nothing complete. */
export function savedDirectory({ saveTo: { file, marker } }: ShellCall): string | undefined {
  try {
    return readSavedDirectory(readFileSync(file, "utf8"), marker);
  } catch {
    // The shell was killed or replaced before it could write: as good as an incomplete file.
    return undefined;
  }
}

function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // Never written, or a command put something else there: that goes with the folder.
  }
}
