import type { Connection } from "../database/connect.ts";
import { isDamage } from "../database/is-damage.ts";
import { lazy } from "../database/lazy.ts";
import { hasIndexTable, type IndexRow, type IndexStatements } from "./index-statements.ts";

/** Whether the index can be used, and what of it. */
export interface IndexHealth {
  /** Runs a transaction; when the index turns out to be damaged, once more without touching the index. */
  guard<Result>(work: () => Result): Result;
  /** Messages up to here are not in the index: none (0), some, or all of them (infinity) when it is damaged. */
  pendingTo(): number;
  /** Messages above it are not in the index either: what was written last, where `catchUp` could not add it. */
  indexedTo(): number;
  /** Notes that the index can't be used. Whatever is searched is scanned from now on, until it is built anew. */
  markDamaged(): void;
}

/** The same for the other parts of the index. */
export interface KnownIndexHealth extends IndexHealth {
  /** True while a transaction is run again without the index. */
  readonly skipping: boolean;
  /** Undefined where the index can't be used. */
  usable(): IndexRow | undefined;
}

export function createIndexHealth(
  { database, readOnly, onWarning, path }: Connection,
  statements: () => IndexStatements,
  onDamaged: () => void,
): KnownIndexHealth {
  const isThere = lazy(() => hasIndexTable(database));
  let skipping = false;
  /** That the index is damaged is written into the store, for all processes; where that can't be, it is known here. */
  let unreadable = false;

  function markDamaged(): void {
    onWarning(
      `The search index of "${path}" is damaged. No message is lost: it is built anew, and until then searching is slower.`,
    );
    if (readOnly) unreadable = true;
    else statements().markDamaged.run();
    onDamaged();
  }

  function guard<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      if (!isDamage(error)) throw error;
      skipping = true;
      try {
        // When this fails too, it is not the index but the store itself.
        const result = work();
        markDamaged();
        return result;
      } finally {
        skipping = false;
      }
    }
  }

  function usable(): IndexRow | undefined {
    const row = isThere() && !unreadable ? statements().state.get() : undefined;
    return row?.damaged === 0 ? row : undefined;
  }

  return {
    get skipping() {
      return skipping;
    },
    usable,
    guard,
    markDamaged,
    pendingTo: () => usable()?.pending_to ?? Infinity,
    indexedTo: () => usable()?.indexed_to ?? Infinity,
  };
}
