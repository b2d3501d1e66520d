import type { Connection } from "../database/connect.ts";
import { once } from "../database/once.ts";
import { toSessionRecord, type SessionRow } from "../session-row.ts";
import { conditionsOf, type Conditions } from "./conditions.ts";
import { matchExpression } from "./match-expression.ts";
import { matches } from "./matches.ts";
import { parseQuery, type Query } from "./query.ts";
import { isDamage, type SearchIndex } from "./search-index.ts";
import type { MessageRole, SearchHit, SearchOptions, SearchResult, SessionHits } from "./search-result.ts";
import { snippetOf } from "./snippet.ts";

/** A message that matches, before anything of it is read. */
interface Found {
  readonly id: number;
  readonly session_key: number;
}

interface Search {
  readonly query: Query;
  readonly match: string;
  readonly conditions: Conditions;
  readonly limit: number;
  readonly hitsPerSession: number;
  readonly order: "relevance" | "newest";
  readonly rankAtMost: number;
}

interface FoundAll {
  readonly groups: ReadonlyMap<number, readonly number[]>;
  readonly about: ReadonlySet<number>;
  readonly bounded: boolean;
  readonly scanned: boolean;
}

const nothing: SearchResult = { sessions: [], bounded: false };

/** Search over one connection. Statements are prepared once for each set of filters. */
export function createSearch(
  { database, attempt }: Connection,
  index: SearchIndex,
): (text: string, options?: SearchOptions) => SearchResult {
  const statements = new Map<string, ReturnType<typeof database.prepare>>();
  const session = once(() => database.prepare<[number], SessionRow>("SELECT * FROM sessions WHERE key = ?"));
  const message = once(() =>
    database.prepare<[number], { role: MessageRole; text: string; tool_name: string | null; at: number }>(
      "SELECT role, text, tool_name, at FROM messages WHERE id = ?",
    ),
  );

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

  function findIndexed(search: Search, pending: number): { groups: Map<number, number[]>; bounded: boolean } {
    const bounded = isBounded(search, pending);
    // The best few are usually enough; only when they are of few sessions, more are read.
    for (let limit = Math.max(64, finite(search.limit) * 2); ; limit *= 16) {
      const rows = ranked(search, pending, search.limit === Infinity ? -1 : limit, bounded);
      const groups = groupOf(rows, search);
      if (search.limit === Infinity || rows.length < limit || groups.size >= search.limit)
        return { groups, bounded };
    }
  }

  // One transaction, so that a step of the indexing is seen whole or not at all.
  const find = database.transaction((search: Search): FoundAll => {
    const pending = index.pendingTo();
    const usable = pending !== Infinity;
    const indexed = usable
      ? findIndexed(search, pending)
      : { groups: new Map<number, number[]>(), bounded: false };
    const scanned = pending > 0 ? scan(search, pending) : [];
    return {
      groups: scanned.length === 0 ? indexed.groups : groupOf(scanned, search, indexed.groups),
      about: new Set(usable ? aboutSessions(search) : []),
      bounded: indexed.bounded || scanned.length > search.rankAtMost,
      scanned: pending > 0,
    };
  });

  function findAll(search: Search): FoundAll {
    try {
      return find(search);
    } catch (error) {
      if (!isDamage(error) || index.pendingTo() === Infinity) throw error;
      index.markDamaged();
      return find(search);
    }
  }

  function hitsOf(ids: readonly number[], query: Query): readonly SearchHit[] {
    return ids.flatMap((id): readonly SearchHit[] => {
      const row = message().get(id);
      if (row === undefined) return [];
      const tool = row.tool_name === null ? {} : { toolName: row.tool_name };
      return [{ messageId: id, role: row.role, ...tool, at: row.at, snippet: snippetOf(row.text, query) }];
    });
  }

  function resultOf(found: FoundAll, { query, limit }: Search): SearchResult {
    const keys = new Set([...found.about, ...found.groups.keys()]);
    const sessions = [...keys].slice(0, finite(limit)).flatMap((key): readonly SessionHits[] => {
      const row = session().get(key);
      if (row === undefined) return [];
      const hits = hitsOf(found.groups.get(key) ?? [], query);
      return [{ session: toSessionRecord(row), aboutMatches: found.about.has(key), hits }];
    });
    const warning = found.scanned ? { warning: scanWarning } : {};
    return { sessions, bounded: found.bounded, ...warning };
  }

  return (text, options = {}) =>
    attempt(() => {
      const query = parseQuery(text.toWellFormed());
      if (query === undefined) return nothing;
      const search: Search = {
        query,
        match: matchExpression(query),
        conditions: conditionsOf(options),
        limit: options.limit ?? 10,
        hitsPerSession: options.hitsPerSession ?? 3,
        order: options.order ?? "relevance",
        rankAtMost: options.rankAtMost ?? 2_000,
      };
      return resultOf(findAll(search), search);
    });
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

const scanWarning =
  "The search index is being built, so a part of the messages was searched without it. Nothing is missing.";

/** Sessions in the order of their first message, each with at most so many. */
function groupOf(
  rows: readonly Found[],
  { limit, hitsPerSession }: Search,
  groups: Map<number, number[]> = new Map(),
): Map<number, number[]> {
  for (const { id, session_key } of rows) {
    const group = groups.get(session_key);
    if (group === undefined) {
      if (groups.size < limit) groups.set(session_key, [id]);
    } else if (group.length < hitsPerSession) group.push(id);
  }
  return groups;
}

/** SQLite knows no infinity. */
function finite(count: number): number {
  return Math.min(count, 1_000_000_000);
}
