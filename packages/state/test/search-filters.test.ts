import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { openState, type SearchOptions, type State } from "../src/index.ts";
import { createRandom } from "./support/corpus.ts";
import { assistant, entry, head, toolResult, user } from "./support/entries.ts";
import { tempFolder } from "./support/temp-folder.ts";

const random = createRandom(11);
const words = ["tide", "harbour", "lamp", "rope", "gull"];
const platforms = ["cli", "telegram", "slack"];

/** Sessions that take turns, and now and then an old one that was imported: times are in no order. */
function filled(path: string, count: number): State {
  const state = openState({ path, fillIndexAtOnce: false });
  for (let session = 0; session < 30; session++) {
    const platform = random.of(platforms);
    state.journal.create(head(`s${session}`, { platform, ...(session % 3 === 0 ? { userId: "ada" } : {}) }));
    if (session % 7 === 0) state.sessions.setTags(`s${session}`, ["work"]);
  }
  for (let id = 0; id < count; id++) {
    const text = Array.from({ length: 1 + random.below(12) }, () => random.of(words)).join(" ");
    const at = (random.below(40) === 0 ? random.below(count) : id) * 1_000;
    const message = random.of([user(text), assistant(text), toolResult(`c${id}`, text)]);
    state.journal.append(`s${random.below(30)}`, entry(message, at));
  }
  return state;
}

function someOptions(count: number): SearchOptions {
  const from = random.below(count) * 1_000;
  const maybe = <Value>(value: Value): Value | undefined => (random.below(3) === 0 ? value : undefined);
  return {
    roles: maybe([random.of(["user", "assistant", "tool"] as const)]),
    platforms: maybe([random.of(platforms), random.of(platforms)]),
    userId: maybe("ada"),
    sessionId: random.below(6) === 0 ? `s${random.below(30)}` : undefined,
    exceptSessionId: maybe(`s${random.below(30)}`),
    tag: random.below(6) === 0 ? "work" : undefined,
    from: maybe(from),
    to: maybe(from + random.below(count) * 1_000),
    order: random.of(["relevance", "newest"] as const),
    rankAtMost: random.of([5, 50, 2_000]),
    // All of them, or the best one of each of the best sessions.
    ...random.of([
      { limit: Infinity, hitsPerSession: Infinity },
      { limit: 3, hitsPerSession: 1 },
      { limit: 10, hitsPerSession: 1 },
    ]),
  };
}

/** The same from the messages themselves, joined to whatever matches and sorted as a whole. */
function plainly(path: string, query: string, options: SearchOptions): unknown {
  const { roles, platforms: some, userId, sessionId, exceptSessionId, tag, from, to } = options;
  const { order, rankAtMost = 2_000, limit = 10, hitsPerSession = 3 } = options;
  const database = new Sqlite(path, { readonly: true });
  interface Row {
    readonly id: number;
    readonly session: string;
    readonly rank: number;
    readonly bytes: number;
  }
  const rows = database
    .prepare<unknown[], Row>(
      `SELECT m.id, s.id AS session, bm25(message_words) AS rank, octet_length(m.text) AS bytes
       FROM message_words CROSS JOIN messages AS m ON m.id = message_words.rowid CROSS JOIN sessions AS s ON s.key = m.session_key
       WHERE message_words MATCH @query
         AND (@roles IS NULL OR m.role IN (SELECT value FROM json_each(@roles)))
         AND (@platforms IS NULL OR s.platform IN (SELECT value FROM json_each(@platforms)))
         AND (@userId IS NULL OR s.user_id = @userId) AND (@sessionId IS NULL OR s.id = @sessionId)
         AND (@exceptSessionId IS NULL OR s.id <> @exceptSessionId)
         AND (@tag IS NULL OR EXISTS (SELECT 1 FROM json_each(s.tags) WHERE value = @tag))
         AND (@from IS NULL OR m.at >= @from) AND (@to IS NULL OR m.at <= @to) ORDER BY m.id DESC`,
    )
    .all({
      query: query.split(" ").join(" AND "),
      roles: roles === undefined ? null : JSON.stringify(roles),
      platforms: some === undefined ? null : JSON.stringify(some),
      userId: userId ?? null,
      sessionId: sessionId ?? null,
      exceptSessionId: exceptSessionId ?? null,
      tag: tag ?? null,
      from: from ?? null,
      to: to ?? null,
    });
  database.close();
  const newest = rows.slice(0, rankAtMost);
  const bounded = rows.length > rankAtMost;
  const scoreOf = ({ id, rank, bytes }: Row): number =>
    order === "newest" ? -id : bounded && !query.includes(" ") ? bytes : rank;
  const best = newest.toSorted((a, b) => scoreOf(a) - scoreOf(b) || b.id - a.id);
  const groups = new Map<string, number[]>();
  for (const { session, id } of best) groups.set(session, [...(groups.get(session) ?? []), id]);
  return [
    [...groups].slice(0, limit).map(([session, ids]) => [session, ids.slice(0, hitsPerSession)]),
    bounded,
  ];
}

function foundIn(state: State, query: string, options: SearchOptions): unknown {
  const { sessions, bounded } = state.search(query, options);
  return [sessions.map(({ session, hits }) => [session.id, hits.map(({ messageId }) => messageId)]), bounded];
}

test("filtered searches find the same, in the same order, as one query over all messages", async () => {
  const path = join(tempFolder(), "hermes.db");
  const count = 2_500;
  await using state = filled(path, count);
  state.search("tide");

  for (let round = 0; round < 200; round++) {
    const query = random.below(3) === 0 ? `${random.of(words)} ${random.of(words)}` : random.of(words);
    const options = someOptions(count);
    expect([query, options, foundIn(state, query, options)]).toEqual([
      query,
      options,
      plainly(path, query, options),
    ]);
  }
});

test("a store of version 9 is brought forward at once, and filters find the same before and after its facts are there", async () => {
  const path = join(tempFolder(), "hermes.db");
  const count = 1_300;
  const before = filled(path, count);
  before.search("tide");
  before.close();
  const database = new Sqlite(path);
  database.exec(
    `DROP TABLE session_heads; DROP TABLE message_facts; DROP TABLE message_times; DROP INDEX sessions_by_platform;
     ALTER TABLE search_index DROP COLUMN indexed_to; ALTER TABLE search_index DROP COLUMN facts_from;
     ALTER TABLE sessions DROP COLUMN layout; ALTER TABLE sessions DROP COLUMN one_shot; ALTER TABLE histories DROP COLUMN layout;
     ALTER TABLE usage DROP COLUMN prefix;
     ALTER TABLE spend DROP COLUMN scopes; ALTER TABLE spend DROP COLUMN owner;
     ALTER TABLE spend DROP COLUMN at; ALTER TABLE usage DROP COLUMN estimated;
     ALTER TABLE spend DROP COLUMN reserved_requests; ALTER TABLE spend DROP COLUMN settled_requests`,
  );
  database.pragma("user_version = 9");
  database.close();
  const searches = Array.from({ length: 40 }, () => [random.of(words), someOptions(count)] as const);

  await using state = openState({ path, fillIndexAtOnce: false });

  const answers = () => searches.map(([query, options]) => foundIn(state, query, options));
  const expected = searches.map(([query, options]) => plainly(path, query, options));
  const facts = () => {
    const reader = new Sqlite(path, { readonly: true });
    const number = reader.prepare<[], number>("SELECT count(*) FROM message_facts").pluck().get();
    reader.close();
    return number;
  };
  expect(facts()).toBe(0);
  expect(answers()).toEqual(expected);
  state.journal.append("s1", entry(user("a word of its own"), 7_000_000));
  expect(state.search("own", { from: 7_000_000 }).sessions).toHaveLength(1);
  expect(answers()).toEqual(expected);
  await state.rebuildSearch();
  expect(facts()).toBe(count + 1);
  expect(answers()).toEqual(expected);
});

test("whatever is written and deleted meanwhile, a search finds all that is there and nothing else", async () => {
  const path = join(tempFolder(), "hermes.db");
  let state = openState({ path });
  await using other = openState({ path });
  const there = new Map<string, number[]>();
  let at = 0;
  for (let step = 0; step < 250; step++) {
    const session = `s${random.below(8)}`;
    const kind = random.below(12);
    if (!there.has(session)) {
      state.journal.create(head(session));
      there.set(session, []);
    } else if (kind === 0) {
      // The next messages get the ids of the ones that were deleted, where these were the newest.
      state.sessions.delete(session);
      there.delete(session);
    } else if (kind === 1) {
      state.close();
      state = openState({ path });
    } else {
      const count = kind === 2 ? 90 : 1 + random.below(6);
      for (let index = 0; index < count; index++) {
        state.journal.append(session, entry(user(`tide ${at}`), at));
        there.get(session)?.push(at++);
      }
    }
    if (random.below(3) > 0) continue;
    const from = Math.max(0, at - random.below(400));
    const all = { limit: Infinity, hitsPerSession: Infinity, rankAtMost: Infinity };
    const { sessions } = random.of([state, other]).search("tide", { ...all, from });
    const found = sessions.map(
      ({ session: { id }, hits }) => [id, hits.map((hit) => hit.at).toSorted(ascending)] as const,
    );
    const expected = [...there]
      .map(([id, times]) => [id, times.filter((time) => time >= from)] as const)
      .filter(([, times]) => times.length > 0);
    expect(new Map(found)).toEqual(new Map(expected));
  }
  state.close();
  const reader = new Sqlite(path);
  // FTS5 compares its own parts.
  expect(() =>
    reader.exec("INSERT INTO message_words (message_words) VALUES ('integrity-check')"),
  ).not.toThrow();
  reader.close();
});

test("what was written last is found while another program holds the lock, at once and newest first", async () => {
  const path = join(tempFolder(), "hermes.db");
  await using state = openState({ path });
  for (const [index, id] of ["a", "b"].entries()) {
    state.journal.create(head(id));
    state.journal.append(id, entry(user("the tide"), index));
    // What `a` has is in the index by now.
    if (id === "a") state.search("tide");
  }
  const writer = new Sqlite(path);
  writer.exec("BEGIN IMMEDIATE");
  const startedAt = performance.now();

  expect(state.search("tide", { order: "newest" }).sessions.map(({ session }) => session.id)).toEqual([
    "b",
    "a",
  ]);

  expect(performance.now() - startedAt).toBeLessThan(1_000);
  writer.exec("ROLLBACK");
  writer.close();
  expect(state.search("tide", { order: "newest" }).sessions.map(({ session }) => session.id)).toEqual([
    "b",
    "a",
  ]);
});

function ascending(left: number, right: number): number {
  return left - right;
}
