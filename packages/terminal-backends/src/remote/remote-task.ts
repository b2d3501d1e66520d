import { posix } from "node:path";
import type { RemotePlace } from "./remote-place.ts";
import type { RemoteCall } from "./remote-call.ts";
import { whenEnded } from "./when-ended.ts";

/** Where one command starts, and where it leaves its state. */
export interface RemoteTaskCall {
  readonly marker: string;
  readonly stateFile: string | undefined;
  readonly saveTo: { readonly file: string; readonly directoryFile: string };
  readonly commandFile: string;
  /** Files of the task that nobody reads any more; whoever runs next removes them. */
  readonly unused: readonly string[];
  /** Lets go of the state that it started from. */
  finish(): void;
}

interface SavedState {
  readonly file: string;
  /** Commands that may still be about to read it. */
  readers: number;
}

/** The shell state of one task: which file in the place holds it, and the working directory. */
export class RemoteTask {
  readonly place: RemotePlace;
  readonly folder: string;
  readonly id: string;
  cwd: string;
  released = false;
  /** Commands that run. */
  readonly calls: Set<RemoteCall> = new Set();
  #calls = 0;
  #state: SavedState | undefined;
  #unused: string[] = [];

  constructor(place: RemotePlace, number: number) {
    this.place = place;
    this.cwd = place.directory;
    this.id = `${place.id}/${number}`;
    this.folder = `${place.folder}/${number}`;
  }

  begin(): RemoteTaskCall {
    const call = `${++this.#calls}`;
    const source = this.#state;
    if (source !== undefined) source.readers += 1;
    const unused = this.#unused;
    this.#unused = [];
    return {
      marker: `${this.id}/${call}/`,
      stateFile: source?.file,
      saveTo: { file: `${this.folder}/state-${call}`, directoryFile: `${this.folder}/directory-${call}` },
      commandFile: `${this.folder}/command-${call}`,
      unused,
      finish: () => {
        if (source !== undefined) source.readers -= 1;
        this.#dropUnused(source);
      },
    };
  }

  /** Takes over what a command left behind. */
  adopt(call: RemoteTaskCall, directory: string, givenCwd: string | undefined): void {
    if (this.released) return;
    const previous = this.#state;
    this.#state = { file: call.saveTo.file, readers: 0 };
    this.#dropUnused(previous);
    // A folder that was given for this command alone is not the task's, unless the command moved on from there.
    if (givenCwd === undefined || directory !== this.absolute(givenCwd)) this.cwd = directory;
  }

  track(call: RemoteCall): void {
    this.calls.add(call);
    whenEnded(call.exited, () => this.calls.delete(call));
  }

  /** A path as a shell in the working directory would take it, `~` included. */
  absolute(path: string): string {
    const { home } = this.place;
    return posix.resolve(
      this.cwd,
      home !== undefined && /^~(?=\/|$)/.test(path) ? home + path.slice(1) : path,
    );
  }

  #dropUnused(state: SavedState | undefined): void {
    if (state === undefined || state === this.#state || state.readers > 0) return;
    this.#unused.push(state.file);
  }
}
