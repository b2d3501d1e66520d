import type { Database } from "../database/driver.ts";
import { lazy } from "../database/lazy.ts";

/** Messages of one block, by their ids. */
const blockSize = 512;
/** Of messages that are in no noted block the times are looked through; of more than these, none is ruled out. */
const maxLoose = blockSize * 8;

/** Ids of messages, both included. */
export interface IdRange {
  readonly first: number;
  readonly last: number;
}

export const everywhere: IdRange = { first: 0, last: Number.MAX_SAFE_INTEGER };
const nowhere: IdRange = { first: 1, last: 0 };

/**
 * What filters ask of messages, in a table of its own: it is a fortieth of the messages, so that thousands of them are read
 * in milliseconds. And the times of whole blocks: a search by date begins where it can find something. Clocks are set
 * back and old sessions are imported, so that times need not be in the order of ids.
 */
export interface MessageFacts {
  /** Adds all messages above `id`. Works inside the caller's transaction. */
  addAfter(id: number): void;
  /** Works inside the caller's transaction. */
  remove(id: number): void;
  /** Forgets blocks that are not full any more. Works inside the caller's transaction. */
  lower(): void;
  /** Notes the times of the next full blocks, at most so many, and facts that they lack. Works inside the caller's transaction. */
  advance(most: number): void;
  /** Whether there are full blocks that are not noted. */
  isBehind(): boolean;
  /** Where filters find their facts: a table, or a subquery with the same columns while some are missing. */
  source(): string;
  /** Where all messages from `from` to `to` are, in milliseconds since 1970. */
  rangeOf(from: number, to: number): IdRange;
}

/** Does the same with the messages themselves, only slower. */
const messagesAsFacts = "(SELECT id, session_key, role, at, octet_length(text) AS bytes FROM messages)";

export function createMessageFacts(database: Database): MessageFacts {
  const statements = lazy(() => prepare(database));
  // A store of an older version that can't be written lacks the tables.
  const isThere = lazy(
    () => database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'message_times'").get() !== undefined,
  );

  function fullBlocks(): number {
    return blockOf((statements().lastId.get() ?? 0) + 1);
  }

  function notedBlocks(): number {
    return statements().noted.get() ?? 0;
  }

  /** Older messages may lack their facts; 0 when none does. */
  function factsFrom(): number {
    return statements().factsFrom.get() ?? 0;
  }

  return {
    addAfter: (id) => void statements().addFrom.run({ first: id + 1, last: everywhere.last }),
    remove: (id) => void statements().remove.run(id),
    lower: () => void statements().lower.run(fullBlocks()),
    advance(most) {
      const { note, addFrom, complete } = statements();
      const noted = notedBlocks();
      const end = Math.min(fullBlocks(), noted + most);
      const lacking = factsFrom();
      for (let block = noted; block < end; block++) {
        const range = { first: block * blockSize, last: (block + 1) * blockSize - 1 };
        if (range.first < lacking) addFrom.run(range);
        note.run({ block, ...range });
      }
      if (lacking === 0 || end < fullBlocks()) return;
      addFrom.run({ first: end * blockSize, last: lacking });
      complete.run();
    },
    isBehind: () => fullBlocks() > notedBlocks() || factsFrom() > 0,
    source() {
      return isThere() && factsFrom() === 0 ? "message_facts" : messagesAsFacts;
    },
    rangeOf(from, to) {
      if (!isThere()) return everywhere;
      const { within, looseWithin, lastId } = statements();
      const loose = notedBlocks() * blockSize;
      const last = lastId.get() ?? 0;
      const blocks = rangeIn(within.get(from, to));
      const others =
        last - loose > maxLoose ? { first: loose, last } : rangeIn(looseWithin.get(loose, from, to));
      const noted = blocks && {
        first: blocks.first * blockSize,
        last: (blocks.last + 1) * blockSize - 1,
      };
      // What is in no noted block comes after all that is.
      if (noted === undefined || others === undefined) return noted ?? others ?? nowhere;
      return { first: noted.first, last: others.last };
    },
  };
}

interface Ends {
  readonly first: number | null;
  readonly last: number | null;
}

function rangeIn(ends: Ends | undefined): IdRange | undefined {
  if (ends === undefined || ends.first === null || ends.last === null) return undefined;
  return { first: ends.first, last: ends.last };
}

function prepare(database: Database) {
  return {
    lastId: database.prepare<[], number>("SELECT coalesce(max(id), 0) FROM messages").pluck(),
    noted: database.prepare<[], number>("SELECT coalesce(max(block) + 1, 0) FROM message_times").pluck(),
    factsFrom: database.prepare<[], number>("SELECT facts_from FROM search_index").pluck(),
    complete: database.prepare("UPDATE search_index SET facts_from = 0"),
    addFrom: database.prepare<[IdRange]>(
      `INSERT OR IGNORE INTO message_facts (id, session_key, role, at, bytes)
       SELECT id, session_key, role, at, octet_length(text) FROM messages WHERE id BETWEEN @first AND @last`,
    ),
    remove: database.prepare<[number]>("DELETE FROM message_facts WHERE id = ?"),
    // Where all messages were deleted, there is no moment.
    note: database.prepare<[IdRange & { block: number }]>(
      `INSERT INTO message_times (block, first_at, last_at)
       SELECT @block, coalesce(min(at), ${Number.MAX_SAFE_INTEGER}), coalesce(max(at), -${Number.MAX_SAFE_INTEGER})
       FROM message_facts WHERE id BETWEEN @first AND @last`,
    ),
    lower: database.prepare<[number]>("DELETE FROM message_times WHERE block >= ?"),
    within: database.prepare<[number, number], Ends>(
      "SELECT min(block) AS first, max(block) AS last FROM message_times WHERE last_at >= ? AND first_at <= ?",
    ),
    looseWithin: database.prepare<[number, number, number], Ends>(
      "SELECT min(id) AS first, max(id) AS last FROM messages WHERE id >= ? AND +at BETWEEN ? AND ?",
    ),
  };
}

function blockOf(id: number): number {
  return Math.floor(id / blockSize);
}
