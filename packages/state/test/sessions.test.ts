import { HermesError } from "@hermes/registry";
import { expect, test } from "vitest";
import { openState, type SessionHead, type State } from "../src/index.ts";
import { assistant, entry, head, toolResult, user } from "./support/entries.ts";

function say(state: State, id: string, at: number, more: Partial<SessionHead> = {}): void {
  state.journal.create(head(id, { startedAt: at, ...more }));
  state.journal.append(id, entry(user(`about ${id}`), at));
}

const usage = {
  inputTokens: 10,
  outputTokens: 5,
  cacheReadTokens: 3,
  cacheWriteTokens: 2,
  reasoningTokens: 1,
};

test("the list shows the last active session first, and none in which nothing was said", async () => {
  await using state = openState({ path: ":memory:" });
  say(state, "old", 100);
  say(state, "new", 200);
  state.journal.create(head("silent", { startedAt: 900 }));
  state.journal.append("old", entry(assistant("again"), 300));

  expect(state.sessions.list().map(({ id }) => id)).toEqual(["old", "new"]);
  expect(state.sessions.list({ limit: 1 }).map(({ id }) => id)).toEqual(["old"]);
});

test("list and latest keep to the folder and the platform that are asked for", async () => {
  await using state = openState({ path: ":memory:" });
  say(state, "a", 100, { cwd: "/a", platform: "cli" });
  say(state, "b", 200, { cwd: "/b", platform: "cli" });
  say(state, "c", 300, { platform: "telegram" });

  expect(state.sessions.list({ platform: "cli" }).map(({ id }) => id)).toEqual(["b", "a"]);
  expect(state.sessions.latest({ cwd: "/a" })?.id).toBe("a");
  expect(state.sessions.latest()?.id).toBe("c");
  expect(state.sessions.latest({ cwd: "/nowhere" })).toBeUndefined();
});

test("list gives those that were active in a range of time, and all of them when asked", async () => {
  await using state = openState({ path: ":memory:" });
  for (let at = 100; at < 125; at++) say(state, `s${at}`, at);
  state.journal.append("s100", entry(assistant("again"), 300));

  expect(state.sessions.list({ from: 123 }).map(({ id }) => id)).toEqual(["s100", "s124", "s123"]);
  expect(state.sessions.list({ from: 101, to: 102 }).map(({ id }) => id)).toEqual(["s100", "s102", "s101"]);
  expect(state.sessions.list({ limit: Infinity })).toHaveLength(25);
});

test("a session is found by its title or by words of it, whatever their case and accents; the whole title wins", async () => {
  await using state = openState({ path: ":memory:" });
  for (const [at, title] of ["Trip to Kraków", "Kraków", "The trip of Ada", "Other"].entries()) {
    say(state, `s${at}`, at + 1);
    state.sessions.setTitle(`s${at}`, title);
  }
  const found = (title: string): readonly string[] => state.sessions.withTitle(title).map(({ id }) => id);

  expect(found("krakow")).toEqual(["s1"]);
  expect(found("TRIP")).toEqual(["s2", "s0"]);
  expect(found("krak trip")).toEqual(["s0"]);
  expect(found("about")).toEqual([]);
  expect(found("  ")).toEqual([]);
  expect(state.sessions.withTitle("trip", { limit: 1 })).toHaveLength(1);
});

test("a clock that is set back does not reorder what was active last", async () => {
  await using state = openState({ path: ":memory:" });
  say(state, "a", 500);
  state.journal.append("a", entry(assistant("earlier by the clock"), 100));

  expect(state.sessions.get("a")?.lastActiveAt).toBe(500);
});

test("a record sums what the session used, and has a price only when every call had one", async () => {
  await using state = openState({ path: ":memory:" });
  say(state, "a", 1);
  state.journal.append("a", entry(assistant("x"), 2, { usage: { ...usage, costUsd: 0.25 } }));
  state.journal.append("a", entry(toolResult("c1"), 3));
  state.journal.append("a", entry(assistant("y"), 4, { usage: { ...usage, costUsd: 0.5 } }));

  expect(state.sessions.get("a")).toMatchObject({
    messageCount: 4,
    toolCallCount: 1,
    modelCallCount: 2,
    usage: {
      inputTokens: 20,
      outputTokens: 10,
      cacheReadTokens: 6,
      cacheWriteTokens: 4,
      reasoningTokens: 2,
      costUsd: 0.75,
    },
  });
  state.journal.append("a", entry(assistant("z"), 5, { usage }));
  expect(state.sessions.get("a")?.usage.costUsd).toBeUndefined();
});

test("a record says when and why the last turn ended, and nothing while one is under way", async () => {
  await using state = openState({ path: ":memory:" });
  say(state, "a", 1);
  state.journal.append("a", { type: "turn-end", reason: "answered", at: 7 });
  expect(state.sessions.get("a")).toMatchObject({ endedAt: 7, endReason: "answered" });

  state.journal.append("a", entry(user("more"), 8));

  expect(state.sessions.get("a")?.endedAt).toBeUndefined();
  expect(state.sessions.get("a")?.endReason).toBeUndefined();
});

test("a record names user, folder and parent where they are known", async () => {
  await using state = openState({ path: ":memory:" });
  state.journal.create(head("child", { userId: "u1", cwd: "/w", parentId: "root" }));

  expect(state.sessions.get("child")).toMatchObject({ userId: "u1", cwd: "/w", parentId: "root", title: "" });
  expect(state.journal.load("child")?.head).toEqual(
    head("child", { userId: "u1", cwd: "/w", parentId: "root" }),
  );
  expect(state.sessions.get("nobody")).toBeUndefined();
});

test("messages come back with time, model, duration and usage", async () => {
  await using state = openState({ path: ":memory:" });
  say(state, "a", 1);
  state.journal.append("a", entry(assistant("x"), 2, { usage, model: "m", durationMs: 12.6 }));

  expect(state.messages("a").map(({ id: _id, ...rest }) => rest)).toEqual([
    { message: user("about a"), at: 1, fromCompression: false },
    { message: assistant("x"), at: 2, model: "m", durationMs: 13, usage, fromCompression: false },
  ]);
  expect(state.messages("nobody")).toEqual([]);
});

test.each([
  ["a short question", "a short question"],
  ["two\n lines\tand   gaps", "two lines and gaps"],
  ["x".repeat(60), "x".repeat(60)],
  ["y".repeat(61), `${"y".repeat(59)}…`],
  [`${"z".repeat(58)}😀😀`, `${"z".repeat(58)}…`],
  ["\u001b[31mred\u202e", "[31mred"],
])(
  "the title is the first text of the person on one line of at most 60 characters: %j",
  async (text, title) => {
    await using state = openState({ path: ":memory:" });
    state.journal.create(head("a"));
    state.journal.append("a", entry(user(text)));
    state.journal.append("a", entry(user("something later")));

    expect(state.sessions.get("a")?.title).toBe(title);
  },
);

test("a title that was set stays, and one without a visible character is refused", async () => {
  await using state = openState({ path: ":memory:" });
  say(state, "a", 1);

  state.sessions.setTitle("a", "  my\ntitle ");
  state.journal.append("a", entry(user("later")));

  expect(state.sessions.get("a")?.title).toBe("my title");
  expect(codeOf(() => state.sessions.setTitle("a", " \u200b "))).toBe("STATE_EMPTY_TITLE");
  expect(codeOf(() => state.sessions.setTitle("nobody", "x"))).toBe("STATE_SESSION_NOT_FOUND");
});

test("a title that is suggested names the session and is found, until somebody chooses one", async () => {
  await using state = openState({ path: ":memory:" });
  say(state, "a", 1);

  expect(state.sessions.suggestTitle("a", "Harbour cranes")).toBe(true);
  expect(state.search("cranes").sessions).toMatchObject([{ session: { id: "a", title: "Harbour cranes" } }]);
  expect(state.sessions.suggestTitle("a", "Something else")).toBe(false);
  state.sessions.setTitle("a", "Mine");

  expect(state.sessions.suggestTitle("a", "Yet another")).toBe(false);
  expect(state.sessions.suggestTitle("nobody", "x")).toBe(false);
  expect(state.sessions.get("a")?.title).toBe("Mine");
});

test("a session whose summary does not know its last messages is unsummarized", async () => {
  await using state = openState({ path: ":memory:" });
  for (const id of ["a", "b"]) say(state, id, 1);
  const ids = (before: number): readonly string[] =>
    state.sessions.unsummarized({ before }).map(({ id }) => id);
  expect(ids(Infinity).toSorted()).toEqual(["a", "b"]);
  expect(ids(0)).toEqual([]);

  state.sessions.setSummary("a", { summary: "About lighthouses.", keywords: ["beacon"] });
  expect(ids(Infinity)).toEqual(["b"]);
  expect(state.search("lighthouses beacon").sessions).toMatchObject([
    { session: { id: "a" }, aboutMatches: true },
  ]);
  state.journal.append("a", entry(user("and more")));

  expect(ids(Infinity).toSorted()).toEqual(["a", "b"]);
});

test("a prefix finds the one session it fits, a whole id also when it is the beginning of others", async () => {
  await using state = openState({ path: ":memory:" });
  for (const id of ["ab", "ab12", "ab13", "cd_%"]) say(state, id, 1);

  expect(state.sessions.resolveId("ab12")).toBe("ab12");
  expect(state.sessions.resolveId("ab")).toBe("ab");
  expect(state.sessions.resolveId("cd_")).toBe("cd_%");
  expect(codeOf(() => state.sessions.resolveId("cd%"))).toBe("STATE_SESSION_NOT_FOUND");
  expect(codeOf(() => state.sessions.resolveId(""))).toBe("STATE_SESSION_NOT_FOUND");
});

test("an ambiguous prefix is answered with the sessions it fits", async () => {
  await using state = openState({ path: ":memory:" });
  for (const id of ["ab12", "ab13"]) say(state, id, 1);

  const error = thrownBy(() => state.sessions.resolveId("ab1"));

  expect(error).toMatchObject({ code: "STATE_AMBIGUOUS_ID" });
  expect(HermesError.is(error) && error.hint).toContain("ab12 (about ab12), ab13 (about ab13)");
});

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

function codeOf(work: () => unknown): string | undefined {
  const error = thrownBy(work);
  return HermesError.is(error) ? error.code : undefined;
}

test("one question without a conversation can be left out of lists, until somebody goes on with it", async () => {
  await using state = openState({ path: ":memory:" });
  for (const [id, oneShot] of [
    ["talk", false],
    ["question", true],
  ] as const) {
    state.journal.create({ ...head(id), oneShot });
    state.journal.append(id, entry(user("hello")));
  }
  const ids = (oneShots?: boolean) => state.sessions.list({ oneShots }).map(({ id }) => id);

  expect(ids()).toEqual(["question", "talk"]);
  expect(ids(false)).toEqual(["talk"]);
  expect(state.sessions.latest()).toMatchObject({ id: "question", oneShot: true });

  state.sessions.goOn("question");

  expect(ids(false)).toEqual(["question", "talk"]);
});

test("sessions are listed a page at a time, also those with certain words in title, folder or id", async () => {
  await using state = openState({ path: ":memory:" });
  for (const index of [1, 2, 3, 4]) {
    state.journal.create({ ...head(`s${index}`), cwd: index % 2 === 0 ? "/work/Harbour" : "/work/garden" });
    state.journal.append(`s${index}`, entry(user(`Question ${index}`)));
  }
  const list = (options: Parameters<typeof state.sessions.list>[0]) =>
    state.sessions.list(options).map(({ id }) => id);

  expect(list({ limit: 2, offset: 1 })).toEqual(["s3", "s2"]);
  expect(list({ words: ["harb", "QUEST"] })).toEqual(["s4", "s2"]);
  expect(list({ words: ["harb"], limit: 1, offset: 1 })).toEqual(["s2"]);
  expect(list({ words: ["s3"] })).toEqual(["s3"]);
  expect(list({ words: ["%"] })).toEqual([]);
});

test("the last messages of a session are read without the others", async () => {
  await using state = openState({ path: ":memory:" });
  state.journal.create(head("a"));
  for (const index of [1, 2, 3]) state.journal.append("a", entry(user(`Message ${index}`)));

  const window = state.window("a", { around: "last", before: 1, after: 0 });

  expect(window?.messages.map(({ message }) => message)).toEqual([user("Message 2"), user("Message 3")]);
  expect(window).toMatchObject({ earlier: 1, later: 0 });
});
