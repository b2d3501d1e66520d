import { setImmediate as otherWork } from "node:timers/promises";
import type { PathChoice } from "./completion.ts";
import { Best, distance } from "./rank.ts";

/** A list as old as this is made anew in the background when it is used. */
const staleMs = 5_000;
/** So long a search keeps other work, such as keys, waiting. */
const sliceMs = 4;
const sliceLength = 500;
const mostFound = 50;

interface Index {
  readonly paths: readonly string[];
  /** The same in lower case. */
  readonly lower: readonly string[];
  /** Where the last name of each begins. */
  readonly names: Uint32Array;
  readonly madeAt: number;
}

export interface FileIndexOptions {
  /** Paths relative to the folder, with `/`. */
  readonly list: () => Promise<readonly string[]>;
  /** Milliseconds. @default performance.now */
  readonly now?: (() => number) | undefined;
}

/** Files and folders of a project, found by parts of their path. Nothing is listed before the first search. */
export class FileIndex {
  readonly #list: () => Promise<readonly string[]>;
  readonly #now: () => number;
  #index: Index | undefined;
  #making: Promise<Index> | undefined;

  constructor({ list, now = () => performance.now() }: FileIndexOptions) {
    this.#list = list;
    this.#now = now;
  }

  /**
   * The paths that are like what was typed, best first, at most 50. Waits for the first list only; keys are handled while it
   * searches.
   *
   * @throws the reason of `signal`, untouched, when aborted.
   */
  async search(typed: string, signal: AbortSignal): Promise<readonly PathChoice[]> {
    const { paths, lower, names } = await this.#current();
    signal.throwIfAborted();
    const wanted = typed.replace(/^\.\//, "").toLowerCase();
    const best = new Best<string>(mostFound);
    const offer = (at: number): void => {
      const path = lower[at] ?? "";
      best.offer(paths[at] ?? "", wanted === "" ? depthOf(path) : distance(wanted, path, names[at]));
    };
    await this.#inSlices(paths.length, offer, signal);
    return best.items.map((path) => ({ path }));
  }

  async #current(): Promise<Index> {
    const index = this.#index;
    const isStale = index === undefined || this.#now() - index.madeAt > staleMs;
    if (isStale && this.#making === undefined) {
      this.#making = this.#make().finally(() => {
        this.#making = undefined;
      });
      // With an older list at hand a failure only means that it stays.
      this.#making.catch(() => undefined);
    }
    return index ?? (await this.#making) ?? (await this.#current());
  }

  async #make(): Promise<Index> {
    const files = await this.#list();
    const folders = new Set<string>();
    await this.#inSlices(files.length, (at) => addFolders(files[at] ?? "", folders));
    const paths = [...folders, ...files];
    const lower: string[] = [];
    const names = new Uint32Array(paths.length);
    await this.#inSlices(paths.length, (at) => {
      const path = paths[at] ?? "";
      lower.push(path.toLowerCase());
      names[at] = path.lastIndexOf("/", path.length - 2) + 1;
    });
    const index = { paths, names, lower, madeAt: this.#now() };
    this.#index = index;
    return index;
  }

  /** Does something for each of so many, and other work in between. */
  async #inSlices(count: number, each: (at: number) => void, signal?: AbortSignal): Promise<void> {
    let begun = this.#now();
    for (let at = 0; at < count; at++) {
      if (at % sliceLength === 0 && this.#now() - begun > sliceMs) {
        // oxlint-disable-next-line no-await-in-loop -- that is what it is for
        await otherWork();
        signal?.throwIfAborted();
        begun = this.#now();
      }
      each(at);
    }
  }
}

/** The folders that a file lies in. */
function addFolders(file: string, folders: Set<string>): void {
  for (let end = file.lastIndexOf("/", file.length - 2); end > 0; end = file.lastIndexOf("/", end - 1)) {
    const folder = file.slice(0, end + 1);
    if (folders.has(folder)) return;
    folders.add(folder);
  }
}

function depthOf(path: string): number {
  let depth = 0;
  for (let at = path.indexOf("/"); at >= 0 && at < path.length - 1; at = path.indexOf("/", at + 1)) depth++;
  return depth;
}
