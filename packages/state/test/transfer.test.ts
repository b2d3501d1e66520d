import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { openState, type State } from "../src/index.ts";
import { assistant, entry, head, toolResult, user } from "./support/entries.ts";
import { tempFolder } from "./support/temp-folder.ts";

const call = { type: "tool-call", id: "c1", name: "read", arguments: '{"path":"a"}' } as const;

function talked(): State {
  const state = openState({ path: ":memory:" });
  state.journal.create(head("a", { platform: "cli", startedAt: 1_000 }));
  const messages = [
    user("Read ```a```"),
    {
      role: "assistant",
      content: [{ type: "reasoning", text: "Hm." }, { type: "text", text: "Yes." }, call],
      finishReason: "tool-calls",
    },
    toolResult("c1", "```x```"),
    assistant("It is x."),
  ] as const;
  for (const [index, message] of messages.entries())
    state.journal.append("a", entry(message, 2_000 + index * 1_000));
  return state;
}

describe("export", () => {
  test("as JSONL can be imported again, and comes back the same", async () => {
    await using state = talked();
    const path = join(tempFolder(), "a.jsonl");
    writeFileSync(path, state.exportSession("a", "jsonl"));
    await using other = openState({ path: ":memory:" });

    expect(await other.importOriginal(path)).toEqual({ sessions: 1, messages: 4, skipped: [] });

    expect(other.journal.load("a")?.messages).toEqual(state.journal.load("a")?.messages);
    expect(other.messages("a").map(({ at }) => at)).toEqual([2_000, 3_000, 4_000, 5_000]);
    expect(other.sessions.get("a")).toMatchObject({
      title: "Read ```a```",
      platform: "cli",
      startedAt: 1_000,
    });
  });

  test("as ShareGPT has one turn per message, with calls and results in their tags", async () => {
    await using state = talked();

    const { conversations } = JSON.parse(state.exportSession("a", "sharegpt"));

    expect(conversations).toEqual([
      { from: "system", value: "You are a test." },
      { from: "human", value: "Read ```a```" },
      {
        from: "gpt",
        value:
          '<think>\nHm.\n</think>\nYes.\n<tool_call>\n{"name": "read", "arguments": {"path":"a"}}\n</tool_call>',
      },
      {
        from: "tool",
        value: '<tool_response>\n{"tool_call_id":"c1","name":"read","content":"```x```"}\n</tool_response>',
      },
      { from: "gpt", value: "It is x." },
    ]);
  });

  test("as Markdown fences what tools returned, whatever is in it", async () => {
    await using state = talked();

    expect(state.exportSession("a", "markdown")).toBe(
      '# Read ```a```\n\n1970-01-01 · cli · scripted\n\n## Person\n\nRead ```a```\n\n## Assistant\n\nYes.\n\n- `read` {"path":"a"}\n\n## read\n\n````\n```x```\n````\n\n## Assistant\n\nIt is x.\n',
    );
  });

  test("as JSONL keeps pictures, failures, remarks, and where it was said", async () => {
    await using state = openState({ path: ":memory:" });
    const picture = { type: "image", mediaType: "image/png", data: "AAAA" } as const;
    state.journal.create(head("a", { cwd: "/w", userId: "ada", parentId: "before" }));
    const said = [
      { role: "user", content: [{ type: "text", text: "see" }, picture] },
      { role: "assistant", content: [call], finishReason: "tool-calls" },
      { ...toolResult("c1", '{"error":"no"}'), isError: true, notes: ["Slow."], images: [picture] },
      { ...user("Go on"), notes: ["Recalled."], provenance: [{ source: "memory", name: "honcho" }] },
    ] as const;
    for (const message of said) state.journal.append("a", entry(message));
    const path = join(tempFolder(), "a.jsonl");
    writeFileSync(path, state.exportSession("a", "jsonl"));
    await using other = openState({ path: ":memory:" });

    await other.importOriginal(path);

    expect(other.messages("a").map(({ message }) => message)).toEqual(said);
    expect(other.sessions.get("a")).toMatchObject({ cwd: "/w", userId: "ada", parentId: "before" });
  });

  test("of several conversations in one file of JSONL comes back as several", async () => {
    await using state = talked();
    state.journal.create(head("b"));
    state.journal.append("b", entry(user("Second"), 9_000));
    const path = join(tempFolder(), "all.jsonl");
    writeFileSync(path, state.exportSession("a", "jsonl") + state.exportSession("b", "jsonl"));
    await using other = openState({ path: ":memory:" });

    expect(await other.importOriginal(path)).toEqual({ sessions: 2, messages: 5, skipped: [] });
    expect(await other.importOriginal(path)).toEqual({ sessions: 0, messages: 0, skipped: [] });

    for (const id of ["a", "b"])
      expect(other.journal.load(id)?.messages).toEqual(state.journal.load(id)?.messages);
  });

  test("of a session that is not there is refused", async () => {
    await using state = talked();

    expect(() => state.exportSession("nobody", "jsonl")).toThrow(
      expect.objectContaining({ code: "STATE_SESSION_NOT_FOUND" }),
    );
  });
});

/** A database as the Python Hermes writes it, as far as it is read. */
function originalDatabase(path: string): Sqlite.Database {
  const database = new Sqlite(path);
  database.pragma("journal_mode = WAL");
  database.exec(`
    CREATE TABLE schema_version (version INTEGER);
    INSERT INTO schema_version VALUES (16);
    CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT NOT NULL, user_id TEXT, model TEXT, system_prompt TEXT,
      parent_session_id TEXT, started_at REAL, ended_at REAL, end_reason TEXT, cwd TEXT, title TEXT);
    CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT, role TEXT, content TEXT, tool_call_id TEXT,
      tool_calls TEXT, tool_name TEXT, timestamp REAL, finish_reason TEXT, reasoning TEXT, active INTEGER DEFAULT 1);
    INSERT INTO sessions VALUES ('one', 'telegram', 'ada', 'm', 'Be kind.', NULL, 100.5, 200, 'user_exit', '/w', 'Kraków');
    INSERT INTO sessions VALUES ('two', 'cli', NULL, 'm', NULL, 'one', 300, NULL, NULL, NULL, NULL);
    INSERT INTO sessions VALUES ('empty', 'cli', NULL, 'm', NULL, NULL, 400, NULL, NULL, NULL, NULL);
    INSERT INTO messages (session_id, role, content, timestamp) VALUES ('one', 'user', '今天天气', 101);
    INSERT INTO messages (session_id, role, content, tool_calls, reasoning, finish_reason, timestamp) VALUES
      ('one', 'assistant', 'Looking.', '[{"id":"c1","type":"function","function":{"name":"read","arguments":"{}"}}]', 'Hm.', 'tool_calls', 102);
    INSERT INTO messages (session_id, role, content, tool_call_id, tool_name, timestamp) VALUES ('one', 'tool', '{"x":1}', 'c1', 'read', 103);
    INSERT INTO messages (session_id, role, content, timestamp, active) VALUES ('one', 'user', 'taken back', 104, 0);
    INSERT INTO messages (session_id, role, content, timestamp) VALUES ('two', 'user',
      char(0) || 'json:[{"type":"text","text":"see"},{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}]', 301);
  `);
  return database;
}

describe("import", () => {
  test("of the original's database brings sessions, messages, calls, images and titles, and writes nothing to it", async () => {
    const folder = tempFolder();
    const source = originalDatabase(join(folder, "state.db"));
    const before = ["state.db", "state.db-wal"].map((name) => readFileSync(join(folder, name)));
    const progress: unknown[] = [];
    await using state = openState({ path: ":memory:" });

    const report = await state.importOriginal(join(folder, "state.db"), {
      onProgress: (each) => progress.push(each),
    });

    expect(report).toEqual({ sessions: 2, messages: 5, skipped: [{ source: "empty", reason: "empty" }] });
    expect(progress).toMatchObject([1, 2, 3].map((done) => ({ done, total: 3 })));
    expect(["state.db", "state.db-wal"].map((name) => readFileSync(join(folder, name)))).toEqual(before);
    source.close();
    expect(state.sessions.get("one")).toMatchObject({
      title: "Kraków",
      platform: "telegram",
      userId: "ada",
      cwd: "/w",
      startedAt: 100_500,
      endReason: "user_exit",
      messageCount: 4,
    });
    expect(state.journal.load("one")).toMatchObject({
      head: { system: "Be kind." },
      messages: [
        user("今天天气"),
        {
          role: "assistant",
          content: [
            { type: "reasoning", text: "Hm." },
            { type: "text", text: "Looking." },
            { type: "tool-call", id: "c1", name: "read", arguments: "{}" },
          ],
          finishReason: "tool-calls",
        },
        toolResult("c1", '{"x":1}'),
      ],
    });
    expect(state.journal.load("two")?.messages).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "see" },
          { type: "image", mediaType: "image/png", data: "AAAA" },
        ],
      },
    ]);
    expect(state.sessions.get("two")?.parentId).toBe("one");
    for (const query of ["天气", "krakow", "taken"])
      expect(state.search(query).sessions.map(({ session }) => session.id)).toEqual(["one"]);
  });

  test("that was stopped goes on, brings only what is new, and nothing twice", async () => {
    const path = join(tempFolder(), "state.db");
    const source = originalDatabase(path);
    await using state = openState({ path: ":memory:" });
    const stop = new AbortController();

    await expect(
      state.importOriginal(path, { signal: stop.signal, onProgress: () => stop.abort("enough") }),
    ).rejects.toBe("enough");
    expect(state.sessions.list().map(({ id }) => id)).toEqual(["one"]);
    expect(await state.importOriginal(path)).toMatchObject({ sessions: 1, messages: 1 });
    source.exec(
      "INSERT INTO messages (session_id, role, content, timestamp) VALUES ('two', 'assistant', 'new', 400)",
    );
    source.close();

    expect(await state.importOriginal(path)).toMatchObject({ sessions: 1, messages: 1 });
    expect(await state.importOriginal(path)).toMatchObject({ sessions: 0, messages: 0 });
    expect(state.messages("two")).toHaveLength(2);
  });

  test("again leaves a title that somebody chose here", async () => {
    const path = join(tempFolder(), "state.db");
    originalDatabase(path).close();
    await using state = openState({ path: ":memory:" });
    await state.importOriginal(path);
    state.sessions.setTitle("one", "Mine");

    await state.importOriginal(path);

    expect(state.sessions.get("one")?.title).toBe("Mine");
  });

  test("of a folder reads each transcript, also one whose last line was cut off", async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, "sub"));
    writeFileSync(
      join(folder, "20260101_101010_abcdef.jsonl"),
      '{"role":"system","content":"Be kind."}\n{"role":"user","content":"hello","timestamp":"2026-01-01T10:10:10Z"}\n{"role":"assistant","con',
    );
    writeFileSync(join(folder, "nothing.jsonl"), "\n");
    writeFileSync(join(folder, "notes.txt"), "x");
    await using state = openState({ path: ":memory:" });

    const report = await state.importOriginal(folder);

    expect(report).toMatchObject({
      sessions: 1,
      messages: 1,
      skipped: [{ source: join(folder, "nothing.jsonl"), reason: "empty" }],
    });
    expect(state.journal.load("20260101_101010_abcdef")).toMatchObject({
      head: { system: "Be kind.", startedAt: Date.parse("2026-01-01T10:10:10Z") },
      messages: [user("hello")],
    });
    expect(readdirSync(folder)).toHaveLength(4);
  });

  test("of a folder goes on after a file that can't be read, and names it", async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, "a.jsonl"));
    writeFileSync(join(folder, "b.jsonl"), '{"role":"user","content":"hello"}\n');
    await using state = openState({ path: ":memory:" });

    expect(await state.importOriginal(folder)).toEqual({
      sessions: 1,
      messages: 1,
      skipped: [{ source: join(folder, "a.jsonl"), reason: "unreadable", detail: "EISDIR" }],
    });
  });

  test("leaves a session of the same id alone that is of another origin", async () => {
    const path = join(tempFolder(), "a.jsonl");
    writeFileSync(path, '{"role":"user","content":"theirs"}\n');
    await using state = talked();

    expect(await state.importOriginal(path)).toEqual({
      sessions: 0,
      messages: 0,
      skipped: [{ source: path, reason: "taken", detail: "a" }],
    });
    expect(state.messages("a")).toHaveLength(4);
  });

  test.each(["missing", "store", "database"])(
    "of something else is refused in plain words: %s",
    async (what) => {
      const path = join(tempFolder(), "x.db");
      if (what === "store") openState({ path }).close();
      if (what === "database") new Sqlite(path).exec("CREATE TABLE t (x)").close();
      await using state = openState({ path: ":memory:" });

      await expect(state.importOriginal(path)).rejects.toMatchObject({ code: "STATE_IMPORT_UNREADABLE" });
    },
  );
});

describe("deleting", () => {
  test("takes all of a session out of the store and the index, and leaves the sums of what it cost", async () => {
    await using state = talked();
    state.journal.create(head("b"));
    state.journal.append("b", entry(user("Read b"), 9_000));
    state.sessions.setTitle("a", "Chosen");
    state.journal.append("a", { type: "tool-start", callId: "c9", name: "read", arguments: "{}", at: 1 });
    // One prompt is that of the other session, one is nobody else's.
    for (const system of ["You are a test.", "Anew."])
      state.journal.append("a", { type: "compression", messages: [user("Short")], system, at: 2 });

    state.sessions.delete("a");

    expect(state.sessions.get("a")).toBeUndefined();
    expect(state.search("read").sessions.map(({ session }) => session.id)).toEqual(["b"]);
    expect(state.search("chosen").sessions).toEqual([]);
    expect(state.usage.sums({ by: "tool" })).toMatchObject([{ key: "read", calls: 1 }]);
    expect(() => state.sessions.delete("a")).toThrow(
      expect.objectContaining({ code: "STATE_SESSION_NOT_FOUND" }),
    );
    const store = await state.kysely();
    expect(await store.selectFrom("texts").select("key").execute()).toHaveLength(2);
  });

  test("the newest message leaves its number to another one, which is found by its own words alone", async () => {
    await using state = talked();
    state.journal.create(head("b"));
    state.sessions.delete("a");

    state.journal.append("b", entry(user("something new")));

    expect(state.search("read").sessions).toEqual([]);
    expect(state.search("new").sessions).toHaveLength(1);
  });

  test("what is old is shown first and deleted after, by platform if wanted", async () => {
    await using state = talked();
    state.journal.create(head("slack", { platform: "slack", startedAt: 1 }));
    const ids = (options: Parameters<State["sessions"]["prune"]>[0]): readonly string[] =>
      state.sessions.prune(options).map(({ id }) => id);

    expect(ids({ before: 6_000, dryRun: true })).toEqual(["slack", "a"]);
    expect(ids({ before: 5_000, dryRun: true })).toEqual(["slack"]);
    expect(ids({ before: 6_000, platform: "cli" })).toEqual(["a"]);
    expect(state.stats()).toMatchObject({ sessions: 1, messages: 0, platforms: [{ platform: "slack" }] });
  });
});

test("a transcript without times began when its id says", async () => {
  const path = join(tempFolder(), "20251019_100907_ab12cd.jsonl");
  writeFileSync(path, `${JSON.stringify({ role: "user", content: "Hello" })}\n`);
  await using state = openState({ path: ":memory:" });

  await state.importOriginal(path);

  const startedAt = new Date(2025, 9, 19, 10, 9, 7).getTime();
  expect(state.sessions.get("20251019_100907_ab12cd")).toMatchObject({ startedAt, lastActiveAt: startedAt });
});

test("stats say how much there is and since when", async () => {
  await using state = talked();

  expect(state.stats()).toMatchObject({
    sessions: 1,
    messages: 4,
    platforms: [{ platform: "cli", sessions: 1, messages: 4 }],
    firstAt: 1_000,
    lastAt: 5_000,
    searchIndexComplete: true,
  });
  expect(state.stats().bytes).toBeGreaterThan(4_096);
});
