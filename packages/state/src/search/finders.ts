import type { Database } from "../database/driver.ts";
import type { Conditions } from "./conditions.ts";
import { matches } from "./matches.ts";
import { everywhere, type IdRange } from "./message-facts.ts";
import type { Query } from "./query.ts";
import type { SearchIndex } from "./search-index.ts";
import type { SearchFilter } from "./search-result.ts";

/** A message that matches, before anything of it is read. */
export interface Found {
  readonly id: number;
  readonly session_key: number;
}

/** A search as it is carried out. */
export interface Search {
  readonly query: Query;
  readonly match: string;
  readonly filter: SearchFilter;
  readonly conditions: Conditions;
  readonly limit: number;
  readonly hitsPerSession: number;
  readonly order: "relevance" | "newest";
  readonly rankAtMost: number;
}

/** What matches a search, before it is ranked. */
export interface Matches {
  /** Newest first, no more than may be ranked. */
  readonly ids: readonly number[];
  /** Whether more messages match than may be ranked. */
  readonly bounded: boolean;
}

/** Where messages are found. */
export interface Finders {
  /** Messages by the index. */
  matching(search: Search): Matches;
  /** The best of them; at most so many, or all (-1). */
  ranked(search: Search, matches: Matches, limit: number): readonly Found[];
  /** Messages in a range of ids without the index, newest first. */
  scan(search: Search, range: IdRange): readonly Found[];
  /** Keys of sessions whose chosen title, summary or keywords match, the best first. */
  aboutSessions(search: Search): readonly number[];
}

/** Statements are prepared once for each set of filters. */
export function createFinders(database: Database, index: SearchIndex): Finders {
  const statements = new Map<string, ReturnType<typeof database.prepare>>();

  function prepared<Row>(sql: string) {
    let statement = statements.get(sql);
    if (statement === undefined) statements.set(sql, (statement = database.prepare(sql)));
    // Each text of SQL is used for one kind of row.
    return statement as ReturnType<typeof database.prepare<[object], Row>>;
  }

  function matching({ match, filter, conditions, rankAtMost }: Search): Matches {
    const { from = -Infinity, to = Infinity } = filter;
    const dated = filter.from === undefined && filter.to === undefined ? everywhere : index.rangeOf(from, to);
    const { ofIds, ofMessages, values } = conditions;
    // CROSS keeps the order: what matches the query first, then whether it may be seen.
    const join = ofMessages === "" ? "" : `CROSS JOIN ${index.factsOf()} AS m ON m.id = message_words.rowid`;
    const ids = prepared<{ id: number }>(
      `SELECT message_words.rowid AS id FROM message_words ${join}
       WHERE message_words MATCH @match AND message_words.rowid BETWEEN @first AND @last ${ofIds} ${ofMessages}
       ORDER BY message_words.rowid DESC LIMIT @most`,
    )
      .all({
        ...values,
        match,
        first: Math.max(dated.first, index.pendingTo() + 1),
        last: dated.last,
        most: finite(rankAtMost) + 1,
      })
      .map(({ id }) => id);
    return { ids: ids.slice(0, finite(rankAtMost)), bounded: ids.length > rankAtMost };
  }

  function ranked(search: Search, { ids, bounded }: Matches, limit: number): readonly Found[] {
    const { order, match } = search;
    const facts = index.factsOf();
    if (order === "newest")
      return prepared<Found>(
        `SELECT m.id, m.session_key FROM json_each(@ids) AS listed CROSS JOIN ${facts} AS m ON m.id = listed.value ORDER BY listed.key`,
      ).all({ ids: JSON.stringify(limit === -1 ? ids : ids.slice(0, limit)) });
    const scored =
      bounded && isSingle(search.query)
        ? // To weigh words against each other, bm25 first counts all messages with each. For a single one, which thousands of
          // messages hold, that would take most of the time and change nothing: the shortest of them say the most about it.
          `SELECT m.id, m.bytes AS score FROM json_each(@ids) AS listed CROSS JOIN ${facts} AS m ON m.id = listed.value`
        : // Not ORDER BY rank, with which FTS5 ranks everything before a bound is looked at.
          `SELECT message_words.rowid AS id, bm25(message_words) AS score FROM message_words
           WHERE message_words MATCH @match AND message_words.rowid BETWEEN @first AND @last
             AND +message_words.rowid IN (SELECT value FROM json_each(@ids))`;
    return prepared<Found>(
      `SELECT best.id, facts.session_key FROM (SELECT * FROM (${scored}) ORDER BY score, id DESC LIMIT @limit) AS best
       CROSS JOIN ${facts} AS facts ON facts.id = best.id ORDER BY best.score, best.id DESC`,
    ).all({ match, ids: JSON.stringify(ids), first: ids.at(-1) ?? 1, last: ids[0] ?? 0, limit });
  }

  /** Reads what the index lacks, newest first. */
  function scan({ query, conditions, rankAtMost }: Search, { first, last }: IdRange): readonly Found[] {
    const { ofMessages, ofSessions, values } = conditions;
    const rows = prepared<Found & { text: string }>(
      `SELECT m.id, m.session_key, m.text FROM messages AS m CROSS JOIN sessions AS s ON s.key = m.session_key
       WHERE m.id BETWEEN @first AND @last AND m.from_compression = 0 ${ofMessages} ${ofSessions} ORDER BY m.id DESC`,
    ).iterate({ ...values, first, last });
    const found: Found[] = [];
    for (const row of rows) {
      if (!matches(row.text, query)) continue;
      found.push({ id: row.id, session_key: row.session_key });
      if (found.length > rankAtMost) break;
    }
    return found;
  }

  function aboutSessions({ match, conditions, limit }: Search): readonly number[] {
    if (!conditions.sessionsAlone) return [];
    return prepared<{ key: number }>(
      `SELECT s.key FROM session_words CROSS JOIN sessions AS s ON s.key = session_words.rowid
       WHERE session_words MATCH @match ${conditions.ofSessions} ORDER BY session_words.rank LIMIT @limit`,
    )
      .all({ ...conditions.values, match, limit: finite(limit) })
      .map(({ key }) => key);
  }

  return { matching, ranked, scan, aboutSessions };
}

function isSingle({ type }: Query): boolean {
  return type === "words" || type === "run" || type === "identifier";
}

/** SQLite knows no infinity. */
export function finite(count: number): number {
  return Math.min(count, 1_000_000_000);
}
