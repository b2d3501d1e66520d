/** Who brought an entry. `file`: it stood in the file, written there by whoever edits it. */
export type MemoryAuthor = "person" | "model" | "import" | "file";

export interface MemoryOrigin {
  readonly by: MemoryAuthor;
  readonly sessionId?: string | undefined;
  /** Of the call or message through which it came. */
  readonly messageId?: string | undefined;
}

/** Where an entry comes from. Times are milliseconds since 1970. */
export interface MemoryReceipt {
  /** As the file has it. */
  readonly entry: string;
  readonly origin: MemoryOrigin;
  readonly writtenAt: number;
  /** When it was last said again. */
  readonly confirmedAt: number;
  /** Entries that it took the place of, the latest first. */
  readonly replaced: readonly string[];
  /** The change that wrote it. */
  readonly changeId: string;
}

/** An entry that is there now. */
export interface ListedReceipt extends MemoryReceipt {
  /** Why it stays out of the prompt, as a phrase: it came into the file by another way. Absent: it is in the prompt. */
  readonly withheld?: string | undefined;
}

/** One change of a file. The place counts entries from the top. */
export interface MemoryChange {
  /** `m12` or `u3`: the target and a number that goes up. */
  readonly id: string;
  readonly at: number;
  /** `merge`: an entry was offered that says what another says. `edit`: somebody changed the file itself. */
  readonly action: "add" | "replace" | "remove" | "merge" | "edit" | "revert";
  readonly origin: MemoryOrigin;
  readonly place: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** The entry that was merged into another. */
  readonly offered?: string | undefined;
  /** The change that this one took back. */
  readonly reverts?: string | undefined;
}
