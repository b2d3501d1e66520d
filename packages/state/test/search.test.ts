import * as fc from "fast-check";
import { expect, test } from "vitest";
import { openState, type SearchOptions, type State } from "../src/index.ts";
import { assistant, entry, head, toolResult, user } from "./support/entries.ts";
import { runs } from "./support/long-runs.ts";

/** One session per text, named `0`, `1`, … */
function storeOf(...texts: readonly string[]): State {
  const state = openState({ path: ":memory:" });
  for (const [index, text] of texts.entries()) {
    state.journal.create(head(String(index)));
    state.journal.append(String(index), entry(user(text), index));
  }
  return state;
}

function found(state: State, query: string, options: SearchOptions = {}): readonly string[] {
  const { sessions } = state.search(query, { order: "newest", ...options });
  return sessions.map(({ session }) => session.id).toSorted();
}

test.each([
  ["cat", ["0", "2"]],
  ["CAT", ["0", "2"]],
  ["cat dog", ["2"]],
  ["cat AND dog", ["2"]],
  ["cat OR bird", ["0", "1", "2"]],
  ["cat NOT dog", ["0"]],
  ["NOT dog cat", ["0"]],
  ["(cat OR bird) NOT (dog OR egg)", ["0"]],
  ['"the bird"', ["1"]],
  ['"bird the"', []],
  ["bi*", ["1"]],
  ["bi", []],
  ['"a bi"', []],
])("words, phrases, operators and beginnings: %s", async (query, ids) => {
  await using state = storeOf("A cat.", "The bird lays an egg", "cat and dog");

  expect(found(state, query)).toEqual(ids);
});

test.each([
  '"cat',
  "cat AND",
  "OR cat",
  "(cat",
  "cat)",
  "cat ((",
  "NOT cat",
  '" cat',
  "cat AND OR",
  "*cat",
  "cat:^",
  "{cat}",
  "-cat",
  "cat''",
])("what makes no sense is taken as words: %s", async (query) => {
  await using state = storeOf("A cat.", "The bird");

  expect(found(state, query)).toEqual(["0"]);
});

test.each([
  ["气", "今天天气很好"],
  ["天气", "今天天气很好"],
  ["天气很好", "今天天气很好"],
  ["React", "使用React开发"],
  ["用React开", "使用React开发"],
  ["コ", "エラーコードを見る"],
  ["ความจำ", "หน่วยความจำเต็ม"],
  ["محمد", "كتب مُحَمَّد رسالة"],
  ["تب", "كتب مُحَمَّد رسالة"],
  ["기억", "세션을 기억합니다"],
  ["👍", "done 👍🏽!"],
  ["😁", "😀😁"],
  ["HttpReq", "call parseHttpRequest(url)"],
  ["http", "call parseHttpRequest(url)"],
  ["parsehttprequest", "call parseHttpRequest(url)"],
  ["session_sea", "the session_search tool"],
  ["src/http", "see ./src/http/parse.ts."],
  ["rse.ts", "see ./src/http/parse.ts."],
  [".env", "look into $HOME/.env,"],
  ["sha256", "a sha256sum of it"],
  ["cafe", "Ein Café in Köln"],
  ["KÖLN", "Ein Café in Köln"],
  ["λογος", "Ο ΛΌΓΟΣ"],
  ["wide", "ＷＩＤＥ"],
])("%s is found in %s, and nowhere else", async (query, text) => {
  await using state = storeOf("something else, entirely", text, "другое 其他");

  expect(found(state, query)).toEqual(["1"]);
});

test("any text is a query, and none is refused", async () => {
  await using state = storeOf("A cat.", "今天天气", "parseHttpRequest src/a.ts 😀");
  const words = fc.constantFrom(
    '"',
    "(",
    ")",
    "AND",
    "OR",
    "NOT",
    "*",
    "cat",
    "天",
    "src/a",
    "-",
    "^",
    ":",
    "\0",
    "'",
    "😀",
  );

  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.array(words).map((all) => all.join(" ")),
      ),
      (query) => {
        expect(state.search(query).sessions.length).toBeLessThanOrEqual(3);
      },
    ),
    runs(10_000),
  );
});

test("a text finds itself, and a match is marked in its snippet", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zé今天ก]{1,8}( [a-zé今天ก]{1,8}){0,5}$/u), (text) => {
      const state = storeOf("something else 1", text);
      const [first] = state.search(`"${text}"`).sessions;
      expect(first?.session.id).toBe("1");
      expect(first?.hits[0]?.snippet).toContain(">>>");
      state.close();
    }),
    runs(500),
  );
});

test("a snippet is short, on one line, around the match", async () => {
  const long = `${"before ".repeat(500)}\n\nthe Größe of\tit\n${"after ".repeat(500)}`;
  await using state = storeOf(long);

  const snippet = state.search("grosse OR größe").sessions[0]?.hits[0]?.snippet ?? "";

  expect(snippet).toContain("the >>>Größe<<< of it after");
  expect(snippet.startsWith("…")).toBe(true);
  expect(snippet.length).toBeLessThan(270);
});

test("hits are grouped by session, the best session and the best hit first", async () => {
  await using state = openState({ path: ":memory:" });
  for (const id of ["long", "short"]) state.journal.create(head(id, { platform: "cli" }));
  state.journal.append("long", entry(user(`cat ${"and other words ".repeat(30)}`), 5));
  state.journal.append("short", entry(toolResult("c1", "cat"), 6));
  state.journal.append("short", entry(assistant("cat cat cat"), 7));

  const { sessions, bounded } = state.search("cat");

  expect(bounded).toBe(false);
  expect(sessions.map(({ session, hits }) => [session.id, hits.map(({ role, at }) => [role, at])])).toEqual([
    [
      "short",
      [
        ["assistant", 7],
        ["tool", 6],
      ],
    ],
    ["long", [["user", 5]]],
  ]);
  expect(sessions[0]?.hits[1]?.toolName).toBe("read");
  expect(state.search("cat", { limit: 1, hitsPerSession: 1 }).sessions).toMatchObject([
    { session: { id: "short" }, hits: [{ at: 7 }] },
  ]);
});

test("a session is found although thousands of better hits are of another one", async () => {
  await using state = openState({ path: ":memory:" });
  for (const id of ["loud", "quiet"]) state.journal.create(head(id));
  state.journal.append("quiet", entry(user(`cat ${"and other words ".repeat(30)}`)));
  for (let index = 0; index < 300; index++) state.journal.append("loud", entry(user("cat")));

  expect(found(state, "cat", { limit: 2, order: "relevance" })).toEqual(["loud", "quiet"]);
});

test("a bounded ranking takes the newest, says so, and more can be asked for", async () => {
  await using state = storeOf(...Array.from({ length: 30 }, () => "cat"));

  const few = state.search("cat", { limit: Infinity, rankAtMost: 4 });

  expect(few.bounded).toBe(true);
  expect(few.sessions.map(({ session }) => session.id).toSorted()).toEqual(["26", "27", "28", "29"]);
  expect(state.search("cat", { limit: Infinity, rankAtMost: 30 })).toMatchObject({ bounded: false });
});

test("a chosen title, a summary and keywords are searched too", async () => {
  await using state = storeOf("first", "second", "third");
  state.sessions.setTitle("0", "The Kraków trip");
  state.sessions.setSummary("1", { summary: "Booked a hotel.", keywords: ["travel", "旅行"] });

  expect(found(state, "krakow")).toEqual(["0"]);
  expect(state.search("hotel").sessions).toMatchObject([
    { session: { id: "1" }, aboutMatches: true, hits: [] },
  ]);
  expect(found(state, "行")).toEqual(["1"]);
  state.sessions.setSummary("1", { summary: "Nothing.", keywords: [] });
  expect(found(state, "hotel")).toEqual([]);
  expect(state.sessions.get("1")).toMatchObject({ summary: "Nothing.", keywords: [] });
});

test("what a compression wrote is not found a second time", async () => {
  await using state = storeOf("the original words");
  state.journal.append("0", { type: "compression", messages: [user("the repeated words")], at: 9 });

  expect(found(state, "original")).toEqual(["0"]);
  expect(found(state, "repeated")).toEqual([]);
});

test("a message is found as soon as it is written", async () => {
  await using state = storeOf("cat");
  state.journal.append("0", entry(assistant("a very late dog")));

  expect(state.search("dog").sessions[0]?.hits).toHaveLength(1);
});

test("an index can be built anew while messages are written, and then holds each message once", async () => {
  await using state = openState({ path: ":memory:" });
  state.journal.create(head("s"));
  for (let index = 0; index < 1_500; index++) state.journal.append("s", entry(user(`cat ${index}`)));
  let more = 0;

  await state.rebuildSearch({
    force: true,
    onProgress: () => state.journal.append("s", entry(user(`cat and dog ${more++}`))),
  });

  const all = { limit: Infinity, hitsPerSession: Infinity, rankAtMost: Infinity };
  const { sessions, warning } = state.search("cat", all);
  expect(more).toBeGreaterThan(1);
  expect(sessions[0]?.hits).toHaveLength(1_500 + more);
  expect(warning).toBeUndefined();
});

test("building the index stops when it is aborted, with the reason untouched", async () => {
  await using state = storeOf("cat");

  await expect(state.rebuildSearch({ signal: AbortSignal.abort("enough") })).rejects.toBe("enough");
});
