import type { Connection } from "../database/connect.ts";
import { isDamage } from "../database/is-damage.ts";
import { lazy } from "../database/lazy.ts";
import { toSessionRecord, type SessionRow } from "../session-row.ts";
import { conditionsOf } from "./conditions.ts";
import { createFinders, finite, type Found, type Matches, type Search } from "./finders.ts";
import { matchExpression } from "./match-expression.ts";
import { everywhere } from "./message-facts.ts";
import { parseQuery, type Query } from "./query.ts";
import type { SearchIndex } from "./search-index.ts";
import type { MessageRole, SearchHit, SearchOptions, SearchResult, SessionHits } from "./search-result.ts";
import { snippetOf } from "./snippet.ts";

/** Ids of messages, by the keys of their sessions. */
type Groups = Map<number, number[]>;

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
  const { matching, ranked, scan, aboutSessions } = createFinders(database, index);
  const session = lazy(() => database.prepare<[number], SessionRow>("SELECT * FROM sessions WHERE key = ?"));
  const message = lazy(() =>
    database.prepare<[number], { role: MessageRole; text: string; tool_name: string | null; at: number }>(
      "SELECT role, text, tool_name, at FROM messages WHERE id = ?",
    ),
  );

  function findIndexed(search: Search): Matches & { readonly groups: Groups } {
    const found = matching(search);
    // The best few are usually enough; only when they are of few sessions, more are read.
    for (let limit = Math.max(64, finite(search.limit) * 2); ; limit *= 16) {
      const rows = ranked(search, found, search.limit === Infinity ? -1 : limit);
      const groups = groupOf(rows, search);
      if (search.limit === Infinity || rows.length < limit || groups.size >= search.limit)
        return { ...found, groups };
    }
  }

  // One transaction, so that a step of the indexing is seen whole or not at all.
  const find = database.transaction((search: Search): FoundAll => {
    const pending = index.pendingTo();
    const usable = pending !== Infinity;
    const indexed = usable ? findIndexed(search) : { groups: new Map(), bounded: false };
    const older = pending > 0 ? scan(search, { first: 0, last: Math.min(pending, everywhere.last) }) : [];
    const latest = usable ? scan(search, { first: index.indexedTo() + 1, last: everywhere.last }) : [];
    return {
      groups: groupOf(older, search, merged(indexed.groups, latest, search)),
      about: new Set(usable ? aboutSessions(search) : []),
      bounded: indexed.bounded || older.length > search.rankAtMost,
      scanned: pending > 0,
    };
  });

  function findAll(search: Search): FoundAll {
    try {
      index.catchUp();
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
        filter: options,
        conditions: conditionsOf(options),
        limit: options.limit ?? 10,
        hitsPerSession: options.hitsPerSession ?? 3,
        order: options.order ?? "relevance",
        rankAtMost: options.rankAtMost ?? 2_000,
      };
      return resultOf(findAll(search), search);
    });
}

const scanWarning =
  "The search index is being built, so a part of the messages was searched without it. Nothing is missing.";

/** What the index does not have yet is the newest of all. */
function merged(indexed: Groups, latest: readonly Found[], search: Search): Groups {
  if (latest.length === 0) return indexed;
  if (search.order === "relevance") return groupOf(latest, search, indexed);
  const before = [...indexed].flatMap(([session_key, ids]) => ids.map((id) => ({ id, session_key })));
  return groupOf([...latest, ...before], search);
}

/** Sessions in the order of their first message, each with at most so many. */
function groupOf(
  rows: readonly Found[],
  { limit, hitsPerSession }: Search,
  groups: Groups = new Map(),
): Groups {
  for (const { id, session_key } of rows) {
    const group = groups.get(session_key);
    if (group === undefined) {
      if (groups.size < limit) groups.set(session_key, [id]);
    } else if (group.length < hitsPerSession) group.push(id);
  }
  return groups;
}
