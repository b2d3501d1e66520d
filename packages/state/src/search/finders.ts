import type { Database } from "better-sqlite3";
import type { Conditions } from "./conditions.ts";
import { matches } from "./matches.ts";
import type { Query } from "./query.ts";

/** A message that matches, before anything of it is read. */
export interface Found {
  readonly id: number;
  readonly session_key: number;
}

/** A search as it is carried out. */
export interface Search {
  readonly query: Query;
  readonly match: string;
  readonly conditions: Conditions;
  readonly limit: number;
  readonly hitsPerSession: number;
  readonly order: "relevance" | "newest";
  readonly rankAtMost: number;
}

/** Where messages are found. */
export interface Finders {
  /** Whether more messages match than may be ranked. */
  isBounded(search: Search, pending: number): boolean;
  /** Messages above `pending` by the index, the best first; at most so many, or all (-1). */
  ranked(search: Search, pending: number, limit: number, bounded: boolean): readonly Found[];
  /** Messages up to `pending` without the index, newest first. */
  scan(search: Search, pending: number): readonly Found[];
  /** Keys of sessions whose chosen title, summary or keywords match, the best first. */
  aboutSessions(search: Search): readonly number[];
}

/** Statements are prepared once for each set of filters. */
export function createFinders(database: Database): Finders {
  const statements = new Map<string, ReturnType<typeof database.prepare>>();

  function prepared<Row>(sql: string) {
    let statement = statements.get(sql);
    if (statement === undefined) statements.set(sql, (statement = database.prepare(sql)));
    // Each text of SQL is used for one kind of row.
    return statement as ReturnType<typeof database.prepare<[object], Row>>;
  }

  /** Whether more messages match than may be ranked. */
  function isBounded({ match, conditions, rankAtMost }: Search, pending: number): boolean {
    if (rankAtMost === Infinity) return false;
    const more = prepared<{ id: number }>(
      `SELECT message_words.rowid AS id FROM message_words ${conditions.joins("message_words.rowid")}
       WHERE message_words MATCH @match AND message_words.rowid > @pending ${conditions.range} ${conditions.where}
       ORDER BY message_words.rowid DESC LIMIT 1 OFFSET @rankAtMost`,
    );
    return more.get({ ...conditions.values, match, pending, rankAtMost }) !== undefined;
  }

  function ranked(search: Search, pending: number, limit: number, bounded: boolean): readonly Found[] {
    const { match, conditions, rankAtMost } = search;
    // Not ORDER BY rank, with which FTS5 ranks everything before a bound is looked at.
    return prepared<Found>(
      `SELECT best.id, messages.session_key FROM
         (SELECT id, score FROM
           (SELECT message_words.rowid AS id, ${scoreOf(search, bounded)} AS score
            FROM message_words ${conditions.joins("message_words.rowid")}
            WHERE message_words MATCH @match AND message_words.rowid > @pending ${conditions.range} ${conditions.where}
            ${bounded ? "ORDER BY message_words.rowid DESC LIMIT @rankAtMost" : ""})
          ORDER BY score, id DESC LIMIT @limit) AS best
       CROSS JOIN messages ON messages.id = best.id ORDER BY best.score, best.id DESC`,
    ).all({ ...conditions.values, match, pending, limit, rankAtMost });
  }

  /** Reads what the index lacks, newest first. */
  function scan({ query, conditions, rankAtMost }: Search, pending: number): readonly Found[] {
    const rows = prepared<Found & { text: string }>(
      `SELECT m.id, m.session_key, m.text FROM messages AS m CROSS JOIN sessions AS s ON s.key = m.session_key
       WHERE m.id <= @pending AND m.from_compression = 0 ${conditions.where} ORDER BY m.id DESC`,
    ).iterate({ ...conditions.values, pending: Math.min(pending, Number.MAX_SAFE_INTEGER) });
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
       WHERE session_words MATCH @match ${conditions.where} ORDER BY session_words.rank LIMIT @limit`,
    )
      .all({ ...conditions.values, match, limit: finite(limit) })
      .map(({ key }) => key);
  }

  return { isBounded, ranked, scan, aboutSessions };
}

/** SQL by which the best is the least. */
function scoreOf({ query, order }: Search, bounded: boolean): string {
  if (order === "newest") return "-message_words.rowid";
  // To weigh words against each other, bm25 first counts all messages with each. For a single one, which thousands of
  // messages hold, that would take most of the time and change nothing: the shortest of them say the most about it.
  const isSingle = query.type === "words" || query.type === "run" || query.type === "identifier";
  return bounded && isSingle
    ? "(SELECT octet_length(text) FROM messages WHERE id = message_words.rowid)"
    : "bm25(message_words)";
}

/** SQLite knows no infinity. */
export function finite(count: number): number {
  return Math.min(count, 1_000_000_000);
}
