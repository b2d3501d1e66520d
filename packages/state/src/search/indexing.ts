import type { Connection } from "../database/connect.ts";
import { isBusy, isDamage } from "../database/is-damage.ts";
import type { SearchIndex } from "./search-index.ts";

export interface RebuildOptions {
  /** Begins anew even when nothing is known to be missing or damaged. @default false */
  readonly force?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called after each step with the number of messages that are still to be added, at most. Must not throw. */
  readonly onProgress?: ((remaining: number) => void) | undefined;
}

/** Fills the search index beside other work. */
export interface Indexing {
  /** Begins in the background when anything is missing. Keeps no process alive. */
  start(): void;
  stop(): void;
  /** Resolves when every message is in the index; others can write meanwhile. */
  rebuild(options?: RebuildOptions): Promise<void>;
}

/** Pause between two steps, in which others of this process and of others work. */
const pauseMs = 2;
const busyPauseMs = 500;

export function createIndexing({ readOnly, attempt, onWarning }: Connection, index: SearchIndex): Indexing {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  /** @returns Whether there is more to do. */
  function work(): boolean {
    if (!index.isBehind()) return false;
    try {
      if (index.pendingTo() === Infinity) index.reset();
      return index.step();
    } catch (error) {
      if (!isDamage(error)) throw error;
      index.markDamaged();
      throw error;
    }
  }

  function isBehind(): boolean {
    try {
      return index.isBehind();
    } catch (error) {
      if (!isDamage(error)) throw error;
      // Messages that can't be read are named when somebody asks for them.
      return false;
    }
  }

  function plan(delayMs: number): void {
    timer = setTimeout(run, delayMs).unref();
  }

  function run(): void {
    timer = undefined;
    if (stopped) return;
    try {
      if (work()) plan(pauseMs);
    } catch (error) {
      if (isBusy(error)) return plan(busyPauseMs);
      onWarning(
        `The search index could not be built: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  return {
    start() {
      if (!readOnly && !stopped && timer === undefined && isBehind()) plan(0);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
    async rebuild({ force = false, signal, onProgress } = {}) {
      signal?.throwIfAborted();
      if (force) attempt(() => index.reset());
      while (attempt(work)) {
        onProgress?.(index.pendingTo());
        // oxlint-disable-next-line no-await-in-loop -- the steps follow one another, with room for other work between them
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        signal?.throwIfAborted();
      }
    },
  };
}
