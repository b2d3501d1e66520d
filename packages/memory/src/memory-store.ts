import type { ListedReceipt, MemoryChange, MemoryOrigin } from "./receipts/receipt.ts";

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
  | "ambiguous"
  /** The entry in `matches` has many of its words: it may say the same, or speak against it. The same call again is carried out. */
  | "similar"
  /** A change can't be taken back: what it wrote was changed since, or there is no such change. */
  | "not-revertible";

export type MemoryOutcome =
  | {
      readonly ok: true;
      /** `unchanged`: it was there already. `merged`: an entry differs in nothing but how it is written. */
      readonly change: "added" | "replaced" | "removed" | "unchanged" | "merged" | "reverted";
      /** The entry that is there now; for `removed`, the one that was; empty for `reverted`. */
      readonly entry: string;
      /** Takes it back; absent for `unchanged`. */
      readonly changeId?: string | undefined;
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

export interface PromptBlockOptions {
  /** @default every one that is kept */
  readonly target?: MemoryTarget | undefined;
  /** Whether a block may be as large as this. The oldest entries are left out until it is, and the block says so. @default each may */
  readonly fits?: ((block: string) => boolean) | undefined;
}

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
  promptBlock(options?: PromptBlockOptions): string;
  /** Takes a new snapshot: for a compression, when the prompt is rebuilt anyway. */
  refresh(): void;
  /** Why a text must not become memory; undefined where nothing in it speaks against that. */
  refusalOf(text: string): Promise<string | undefined>;
  /** What the file holds now. */
  read(target: MemoryTarget): MemoryContents;
  /** Adds an entry, folded to one line. */
  add(target: MemoryTarget, content: string, options?: WriteOptions): Promise<MemoryOutcome>;
  /** Replaces the one entry that holds `oldText`; equal copies of it go. */
  replace(target: MemoryTarget, change: MemoryReplacement, options?: WriteOptions): Promise<MemoryOutcome>;
  /** Removes the one entry that holds `oldText`, with all equal copies. */
  remove(target: MemoryTarget, oldText: string, options?: WriteOptions): Promise<MemoryOutcome>;
  /** Where each entry comes from, in the order of the file. */
  receipts(target: MemoryTarget): Promise<readonly ListedReceipt[]>;
  /** The last 200 changes, oldest first, also those that were made in the file itself. */
  changes(target: MemoryTarget): Promise<readonly MemoryChange[]>;
  /** Takes a change back, to the character; what others changed since stays. It is a change itself. */
  revert(changeId: string, options?: WriteOptions): Promise<MemoryOutcome>;
  /**
   * Removes every entry that holds a text, and every receipt and change that does: afterwards it is nowhere in what this
   * store keeps. Can't be reverted.
   *
   * @returns The entries that went.
   * @throws {HermesError} `MEMORY_TEXT_TOO_SHORT` for less than four characters.
   */
  forget(text: string, options?: LockOptions): Promise<readonly string[]>;
}

export interface LockOptions {
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for another process. @default 5_000 */
  readonly timeoutMs?: number | undefined;
}

export interface WriteOptions extends LockOptions {
  /** Who wants it. @default the model */
  readonly origin?: MemoryOrigin | undefined;
  /** Somebody has decided: what is similar or speaks against an entry is written at once. @default false */
  readonly confirmed?: boolean | undefined;
}

export interface MemoryReplacement {
  /** A part of the entry that is in no other. */
  readonly oldText: string;
  readonly content: string;
}
