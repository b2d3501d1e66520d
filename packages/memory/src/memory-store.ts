import type { LockOptions } from "./file-lock.ts";

/** `memory`: notes of the agent. `user`: who the person is. */
export type MemoryTarget = "memory" | "user";

/** What a target holds now. */
export interface MemoryContents {
  readonly target: MemoryTarget;
  /** Each on one line. */
  readonly entries: readonly string[];
  /** Characters (code points) of the entries and what separates them. */
  readonly usedChars: number;
  readonly limitChars: number;
}

/** Why nothing was changed. */
export type MemoryProblem =
  /** Nothing but white space, or the separator itself. */
  | "empty"
  /** It must not become memory; `reason` says why. */
  | "refused"
  | "full"
  | "not-found"
  /** The snippet is in several different entries, listed in `matches`. */
  | "ambiguous";

export type MemoryOutcome =
  | {
      readonly ok: true;
      /** `unchanged`: an entry that says the same was there already. */
      readonly change: "added" | "replaced" | "removed" | "unchanged";
      /** The entry that is there now; for `removed`, the one that was. */
      readonly entry: string;
      readonly contents: MemoryContents;
    }
  | {
      readonly ok: false;
      readonly problem: MemoryProblem;
      /** One sentence. */
      readonly reason: string;
      readonly matches: readonly string[];
      readonly contents: MemoryContents;
    };

/**
 * Two small files of entries. Every change reads the file again, so that what a person or another process wrote
 * meanwhile is kept; changes of several processes come one after another.
 *
 * Methods that change something throw `MEMORY_LOCKED` when another process holds the file for too long, the reason of
 * `signal` when aborted, and the error of the file system when the file can't be read or written.
 */
export interface MemoryStore {
  /** Those that are enabled. */
  readonly targets: readonly MemoryTarget[];
  /**
   * What a prompt shows, as it was when the store was opened (or last refreshed); empty when there is nothing. Does not
   * change within a session, so that the prompt doesn't either.
   */
  promptBlock(): string;
  /** Takes a new snapshot: for a compression, when the prompt is rebuilt anyway. */
  refresh(): void;
  /** What the file holds now. */
  read(target: MemoryTarget): MemoryContents;
  /** Adds an entry, folded to one line. */
  add(target: MemoryTarget, content: string, options?: LockOptions): Promise<MemoryOutcome>;
  /** Replaces the one entry that holds `oldText`; equal copies of it go. */
  replace(target: MemoryTarget, change: MemoryReplacement, options?: LockOptions): Promise<MemoryOutcome>;
  /** Removes the one entry that holds `oldText`, with all equal copies. */
  remove(target: MemoryTarget, oldText: string, options?: LockOptions): Promise<MemoryOutcome>;
}

export interface MemoryReplacement {
  /** A part of the entry that is in no other. */
  readonly oldText: string;
  readonly content: string;
}
