import { beforeAll, afterAll, describe, expect, test } from "vitest";
import { openState, type SearchFilter, type State } from "../src/index.ts";
import { foldSimply, holds, toQuery, wordsSimply, type Wanted } from "./support/brute-force.ts";
import { createRandom, makeText, scripts } from "./support/corpus.ts";
import { assistant, entry, head, toolResult, user } from "./support/entries.ts";

const long = process.env["HERMES_TEST_LONG"] === "1";
const messages = long ? 20_000 : 2_000;
const queries = long ? 1_200 : 600;
/** The brute force takes its time. */
const timeout = long ? 300_000 : 30_000;
const sessionCount = 40;

interface Said {
  readonly id: number;
  readonly text: string;
  readonly session: number;
  readonly role: "user" | "assistant" | "tool";
  readonly at: number;
}

const random = createRandom(7);
const platforms = ["cli", "telegram", "slack"];
const said: Said[] = [];
let state: State;

beforeAll(() => {
  state = openState({ path: ":memory:" });
  for (let session = 0; session < sessionCount; session++) {
    state.journal.create(
      head(`s${session}`, { platform: platformOf(session), ...(session % 2 === 0 ? { userId: "ada" } : {}) }),
    );
    if (session % 5 === 0) state.sessions.setTags(`s${session}`, ["work", "five"]);
  }
  for (let id = 1; id <= messages; id++) {
    const text = makeText(random);
    const session = random.below(sessionCount);
    // A clock that was set back now and then.
    const at = 1_000_000 + id * 100 - random.below(5_000);
    const role = random.of(["user", "assistant", "tool"] as const);
    const message = { user: user(text), assistant: assistant(text), tool: toolResult(`c${id}`, text) }[role];
    state.journal.append(`s${session}`, entry(message, at));
    said.push({ id, text, session, role, at });
  }
});

afterAll(() => state.close());

describe(`over ${messages} messages in ${scripts.length} scripts`, () => {
  test(`${queries} queries find exactly what a brute-force scan finds`, { timeout }, () => {
    let empty = 0;
    for (let round = 0; round < queries; round++) {
      const wanted = someQuery();
      const ids = expected(wanted);
      // The query beside the result, for whoever reads of a difference.
      expect([toQuery(wanted), found(toQuery(wanted))]).toEqual([toQuery(wanted), ids]);
      if (ids.length === 0) empty++;
    }
    expect(empty).toBeLessThan(queries / 5);
  });

  test("every filter holds before any bound", { timeout }, () => {
    for (let round = 0; round < queries / 6; round++) {
      const wanted = someLeaf();
      const filter = someFilter();
      const all = expected(wanted, (each) => passes(each, filter));

      expect([toQuery(wanted), filter, found(toQuery(wanted), filter)]).toEqual([
        toQuery(wanted),
        filter,
        all,
      ]);
      // The bound cuts off the oldest of what passes the filter, and says so.
      const bounded = state.search(toQuery(wanted), { ...filter, ...everything, rankAtMost: 5 });
      expect(idsOf(bounded)).toEqual(all.slice(-5));
      expect(bounded.bounded).toBe(all.length > 5);
    }
  });

  test("an index that is only half built finds the same", async () => {
    const half = openState({ path: ":memory:" });
    half.journal.create(head("s"));
    for (const { text, at } of said.slice(0, 600)) half.journal.append("s", entry(user(text), at));
    const stop = new AbortController();
    const onProgress = (): void => stop.abort("half");
    await expect(half.rebuildSearch({ force: true, signal: stop.signal, onProgress })).rejects.toBe("half");
    expect(half.search("session").warning).toContain("being built");

    const wanted = Array.from({ length: 60 }, () => someQuery());
    for (const each of wanted) {
      const ids = idsOf(half.search(toQuery(each), everything));
      expect([toQuery(each), ids]).toEqual([toQuery(each), expected(each).filter((id) => id <= 600)]);
    }
    half.close();
  });
});

const everything = { limit: Infinity, hitsPerSession: Infinity, rankAtMost: Infinity };

function found(query: string, filter: SearchFilter = {}): readonly number[] {
  return idsOf(state.search(query, { ...filter, ...everything }));
}

function idsOf(result: ReturnType<State["search"]>): readonly number[] {
  return result.sessions
    .flatMap(({ hits }) => hits.map(({ messageId }) => messageId))
    .toSorted((a, b) => a - b);
}

function expected(wanted: Wanted, filter: (each: Said) => boolean = () => true): readonly number[] {
  return said.filter((each) => filter(each) && holds(each.text, wanted)).map(({ id }) => id);
}

function someQuery(): Wanted {
  const kind = random.of(["leaf", "leaf", "leaf", "and", "or", "not"] as const);
  if (kind === "leaf") return someLeaf();
  const left = someLeaf();
  return {
    kind,
    left,
    right: random.below(3) === 0 ? { kind: "or", left: someLeaf(), right: someLeaf() } : someLeaf(),
  };
}

/** Something that was said, or nearly. */
function someLeaf(): Wanted {
  const kinds = { word, prefix, phrase, part, identifier };
  for (;;) {
    const leaf = random.of(Object.values(kinds))(random.of(said).text);
    if (leaf !== undefined) return leaf;
  }
}

function word(text: string): Wanted | undefined {
  const words = wordsSimply(text).filter((each) => !isMarked(each));
  return words.length === 0 ? undefined : { kind: "word", text: recase(random.of(words)) };
}

function prefix(text: string): Wanted | undefined {
  const of = word(text);
  return of?.kind === "word" ? { kind: "prefix", text: of.text.slice(0, 1 + random.below(4)) } : undefined;
}

function phrase(text: string): Wanted | undefined {
  const words = wordsSimply(text);
  const start = random.below(words.length);
  const some = words.slice(start, start + 2 + random.below(3));
  return some.length < 2 ? undefined : { kind: "phrase", words: some };
}

/** One to four signs out of a run that words can't find. */
function part(text: string): Wanted | undefined {
  const runs =
    foldSimply(text).match(
      /(?:(?![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}0-9])[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\u200D\u{1F3FB}-\u{1F3FF}\p{Regional_Indicator}])+/gu,
    ) ?? [];
  if (runs.length === 0) return undefined;
  const signs = Array.from(random.of(runs));
  const start = random.below(signs.length);
  return { kind: "part", text: signs.slice(start, start + 1 + random.below(4)).join("") };
}

/** A part of a path, a name with underscores and the like. */
function identifier(text: string): Wanted | undefined {
  const names = (foldSimply(text).match(/[a-z0-9_$@~./\\]{2,}/g) ?? []).filter((name) => /[_/\\]/.test(name));
  if (names.length === 0) return undefined;
  const name = random.of(names);
  const mark = name.search(/[a-z0-9][_/\\]|[_/\\][a-z0-9]/);
  if (mark === -1) return undefined;
  const some = name.slice(random.below(mark + 1), mark + 2 + random.below(name.length));
  return { kind: "identifier", text: some.replace(/[.:-]+$/, "") };
}

/** Letters beside digits make an identifier of a word. */
function isMarked(text: string): boolean {
  return /[a-z][0-9]|[0-9][a-z]/.test(text);
}

function recase(text: string): string {
  // Upper case would make an operator of these.
  return random.below(3) === 0 && !["and", "or", "not"].includes(text) ? text.toUpperCase() : text;
}

function someFilter(): SearchFilter {
  const from = 1_000_000 + random.below(messages * 100);
  return random.of<SearchFilter>([
    { roles: [random.of(["user", "assistant", "tool"] as const)] },
    { roles: ["user", "assistant"], platforms: ["cli"] },
    { platforms: [random.of(platforms)] },
    { userId: "ada" },
    { tag: "five" },
    { sessionId: `s${random.below(sessionCount)}` },
    { exceptSessionId: `s${random.below(sessionCount)}`, roles: ["tool"] },
    { from, to: from + messages * 20 },
    { to: from, tag: "work", userId: "ada" },
  ]);
}

function passes(each: Said, filter: SearchFilter): boolean {
  const { roles, platforms: some, userId, tag, sessionId, exceptSessionId, from, to } = filter;
  return (
    (roles === undefined || roles.includes(each.role)) &&
    (some === undefined || some.includes(platformOf(each.session))) &&
    (userId === undefined || each.session % 2 === 0) &&
    (tag === undefined || each.session % 5 === 0) &&
    (sessionId === undefined || sessionId === `s${each.session}`) &&
    exceptSessionId !== `s${each.session}` &&
    (from === undefined || each.at >= from) &&
    (to === undefined || each.at <= to)
  );
}

function platformOf(session: number): string {
  return platforms[session % platforms.length] ?? "";
}
