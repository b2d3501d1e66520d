import type { Connection } from "../database/connect.ts";
import { lazy } from "../database/lazy.ts";
import { createIndexBuilder, type IndexBuilder } from "./index-builder.ts";
import { createIndexEntries, type IndexEntries } from "./index-entries.ts";
import { createIndexHealth, type IndexHealth } from "./index-health.ts";
import { prepareIndex } from "./index-statements.ts";
import { createMessageFacts, type IdRange } from "./message-facts.ts";

/** The index of words and parts of words over all messages. It is derived: whatever happens to it, no message is lost. */
export interface SearchIndex extends IndexHealth, IndexEntries, IndexBuilder {
  /** SQL of a table with `id`, `session_key`, `role`, `at` and `bytes` of each message. */
  factsOf(): string;
  /** Where all messages from `from` to `to` are, in milliseconds since 1970. */
  rangeOf(from: number, to: number): IdRange;
  /** Whether `step` has anything to do. */
  isBehind(): boolean;
}

export interface SearchIndexEvents {
  readonly onDamaged: () => void;
  /** Called inside the transaction that has emptied both indices. */
  readonly onReset: () => void;
}

export function createSearchIndex(
  connection: Connection,
  { onDamaged, onReset }: SearchIndexEvents,
): SearchIndex {
  const { database } = connection;
  const statements = lazy(() => prepareIndex(database));
  const facts = createMessageFacts(database);
  const health = createIndexHealth(connection, statements, onDamaged);
  const { guard, pendingTo, indexedTo, markDamaged } = health;
  return {
    ...createIndexEntries(connection, { statements, facts, health }),
    ...createIndexBuilder(database, { statements, facts, onReset }),
    ...{ guard, pendingTo, indexedTo, markDamaged },
    factsOf: facts.source,
    rangeOf: facts.rangeOf,
    isBehind: () => pendingTo() > 0 || facts.isBehind(),
  };
}
