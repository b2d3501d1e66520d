import { chmodSync, copyFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import Sqlite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { migrate, migrations } from "../src/database/migrations.ts";
import { openState, type State } from "../src/index.ts";
import { entry, head, user } from "./support/entries.ts";
import { runScriptWithoutRights } from "./support/run-script.ts";
import { tempFolder } from "./support/temp-folder.ts";

const next = "CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT";

function filledStore(): string {
  const path = join(tempFolder(), "hermes.db");
  const state = openState({ path });
  state.journal.create(head("a"));
  state.journal.append("a", entry(user("hello")));
  state.close();
  return path;
}

test("an older store is migrated step by step and keeps its data", () => {
  const path = filledStore();
  const database = new Sqlite(path);

  expect(migrate(database, [...migrations, next, "ALTER TABLE later ADD COLUMN name TEXT"])).toBe(
    migrations.length + 2,
  );

  expect(database.pragma("user_version", { simple: true })).toBe(migrations.length + 2);
  expect(database.prepare("SELECT name FROM later").all()).toEqual([]);
  expect(database.prepare("SELECT text FROM messages").pluck().all()).toEqual(["hello"]);
  database.close();
});

test("a step that fails leaves the store as it was, also the steps before it", async () => {
  const path = filledStore();
  const database = new Sqlite(path);

  expect(() => migrate(database, [...migrations, next, "CREATE TABLE broken ("])).toThrow();

  expect(database.pragma("user_version", { simple: true })).toBe(migrations.length);
  expect(database.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'later'").pluck().get()).toBe(0);
  database.close();
  await using state = openState({ path });
  expect(state.messages("a")).toHaveLength(1);
});

test("a store of a newer version can be read, is never written, and says what to do", async () => {
  const path = filledStore();
  const database = new Sqlite(path);
  migrate(database, [...migrations, next]);
  database.close();
  const warnings: string[] = [];

  await using state = openState({ path, onWarning: (message) => warnings.push(message) });

  expect(state.readOnly).toBe(true);
  expect(warnings).toEqual([expect.stringContaining("newer Hermes")]);
  expect(state.journal.load("a")?.messages).toEqual([user("hello")]);
  expect(() => state.journal.append("a", entry(user("x")))).toThrow(
    expect.objectContaining({ code: "STATE_READ_ONLY" }),
  );
});

/** A store as the first version left it, with a compression, and a call without an outcome. */
function storeOfVersionOne(): string {
  const path = join(tempFolder(), "hermes.db");
  copyFileSync(fileURLToPath(new URL("fixtures/store-v1.db", import.meta.url)), path);
  return path;
}

test("a store of version 1 is migrated with all of its data, and everything in it is found", async () => {
  await using state = openState({ path: storeOfVersionOne() });

  expect(state.journal.load("first")?.messages).toHaveLength(2);
  expect(state.journal.load("second")?.startedCalls).toEqual(["c2"]);
  expect(state.sessions.list().map(({ id, tags }) => [id, tags])).toEqual([
    ["second", []],
    ["first", []],
  ]);
  // Found at once by reading, and by the index once it is built.
  expect(foundIn(state, "天气")).toEqual(["second"]);
  expect(state.search("天气").warning).toContain("being built");
  await state.rebuildSearch();
  expect(state.search("天气").warning).toBeUndefined();
  expect(foundIn(state, "天气")).toEqual(["second"]);
  expect(foundIn(state, "http/parse")).toEqual(["first"]);
  expect(foundIn(state, "summary")).toEqual([]);
});

test("a store of version 2 is migrated with its titles, tags and summaries", async () => {
  const path = join(tempFolder(), "hermes.db");
  copyFileSync(fileURLToPath(new URL("fixtures/store-v2.db", import.meta.url)), path);
  await using state = openState({ path });

  expect(state.sessions.get("first")).toMatchObject({ title: "The harbour", tags: ["sea"], messageCount: 2 });
  expect(state.sessions.get("second")).toMatchObject({ summary: "About the weather.", messageCount: 2 });
  expect(state.journal.load("second")?.startedCalls).toEqual(["c1"]);
  expect(foundIn(state, "天气")).toEqual(["second"]);
  expect(foundIn(state, "harbour")).toEqual(["first"]);
  expect(foundIn(state, "weather")).toEqual(["second"]);
  expect(state.learnings.search("ENOENT")).toHaveLength(1);
  // A summary that is there already is not written again.
  expect(state.sessions.unsummarized({ before: Date.now() }).map(({ id }) => id)).toEqual(["first"]);
});

test("a store of version 3 is migrated with its compressions, and can be given another prompt", async () => {
  const path = join(tempFolder(), "hermes.db");
  copyFileSync(fileURLToPath(new URL("fixtures/store-v3.db", import.meta.url)), path);
  await using state = openState({ path });
  const { head: before, messages } = state.journal.load("first") ?? {};

  expect(messages?.map((message) => message.content)).toEqual(
    ["Summary: the harbour is in the north.", "And the lighthouse?", "Beside it."].map((text) => [
      { type: "text", text },
    ]),
  );
  expect(before?.system).toBe("You are a test.");
  state.journal.append("first", { type: "compression", messages: [user("Short.")], system: "Anew.", at: 9 });
  expect(state.journal.load("first")?.head).toEqual({ ...before, system: "Anew." });
  expect(state.journal.load("second")?.head.system).toBe("You are a test.");
});

/** As the version before leases left it: with a compression that brought a prompt, and a call without an outcome. */
function storeOfVersionFour(): string {
  const path = join(tempFolder(), "hermes.db");
  copyFileSync(fileURLToPath(new URL("fixtures/store-v4.db", import.meta.url)), path);
  return path;
}

test("a store of version 4 is migrated, and its sessions have no lease", async () => {
  await using state = openState({ path: storeOfVersionFour() });
  const { head: before, messages } = state.journal.load("first") ?? {};

  expect(before?.system).toBe("You are compressed.");
  expect(messages).toHaveLength(2);
  expect(state.journal.load("second")?.startedCalls).toEqual(["c1"]);
  state.journal.append("first", entry(user("Without a lease.")));
  const owner = { host: "here", pid: 1 };
  const answer = state.journal.leases.acquire("first", { owner, now: 1, ttlMs: 9, isGone: () => false });
  expect(answer).toEqual({ lease: { owner, token: 1, since: 1, expiresAt: 10 } });
  state.journal.append("first", entry(user("With one.")), 1);
  expect(state.journal.load("first")?.messages).toHaveLength(4);
  expect(state.approvals.list()).toEqual([]);
  state.sessions.delete("first");
  expect(state.sessions.get("first")).toBeUndefined();
});

test("a store of version 4 that can't be written is read as it is", async () => {
  const path = storeOfVersionFour();
  chmodSync(dirname(path), 0o555);
  chmodSync(path, 0o444);
  const script = runScriptWithoutRights("try-store.ts", path, "first");

  await script.ended();

  expect(JSON.parse(script.lines[0] ?? "")).toMatchObject({
    readOnly: true,
    messages: 3,
    live: 2,
    append: "STATE_READ_ONLY",
  });
});

test("untrusted content in an older store has an unknown source, also after a redaction", async () => {
  const path = join(tempFolder(), "hermes.db");
  copyFileSync(fileURLToPath(new URL("fixtures/store-v3.db", import.meta.url)), path);
  const older = new Sqlite(path);
  const insert = older.prepare(
    "INSERT INTO messages (session_key, role, text, body, tool_name, tool_call_id, at) VALUES ((SELECT max(key) FROM sessions), ?, ?, ?, ?, ?, 9)",
  );
  insert.run("tool", '{"text":"a secret place"}', '{"origin":"untrusted"}', "web_extract", "c9");
  insert.run("user", "Go on", '[5,{"type":"notes","notes":["A skill."],"origin":"untrusted"}]', null, null);
  older.close();
  await using state = openState({ path });
  const sources = () =>
    state.sessions
      .list({ limit: 10 })
      .flatMap((session) => state.messages(session.id))
      .flatMap(({ message }) => (message.provenance === undefined ? [] : [message]));

  expect(sources()).toMatchObject([
    { role: "tool", provenance: [{ source: "unknown" }] },
    { role: "user", notes: ["A skill."], provenance: [{ source: "unknown" }] },
  ]);
  await state.redact("a secret place");
  expect(sources()).toHaveLength(2);
});

test("a store of version 5 is migrated, and its sessions can get notices", async () => {
  const path = join(tempFolder(), "hermes.db");
  copyFileSync(fileURLToPath(new URL("fixtures/store-v5.db", import.meta.url)), path);
  await using state = openState({ path });
  const { notices } = state.journal;

  expect(state.journal.load("first")?.messages).toHaveLength(2);
  expect(notices.take("first")).toEqual([]);
  notices.record("first", { id: "n1", source: "test", text: "It rains.", at: 5 });
  state.journal.append("first", { ...entry(user("[It rains.]")), notices: ["n1"] });
  notices.record("first", { id: "n2", source: "test", text: "It snows.", at: 6 });
  expect(notices.waiting("first")).toEqual([{ id: "n2", source: "test", text: "It snows.", at: 6 }]);
  state.sessions.delete("first");
  expect(notices.waiting("first")).toEqual([]);
});

test("what calls cost is known for those of version 1 as well", async () => {
  await using state = openState({ path: storeOfVersionOne() });
  const store = await state.kysely();

  const calls = await store.selectFrom("usage").select(["kind", "name", "cost_usd", "duration_ms"]).execute();

  expect(calls).toEqual([
    { kind: "model", name: "m1", cost_usd: 0.5, duration_ms: 90 },
    { kind: "tool", name: "read", cost_usd: null, duration_ms: 7 },
    { kind: "model", name: "m1", cost_usd: 0.5, duration_ms: 80 },
  ]);
});

test("a store of version 1 that is opened again and again is migrated once", () => {
  const path = storeOfVersionOne();
  openState({ path }).close();
  openState({ path }).close();

  const database = new Sqlite(path);
  expect(database.prepare("SELECT count(*) FROM usage").pluck().get()).toBe(3);
  expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
  database.close();
});

test("the index of an old store is completed in the background, without being asked", async () => {
  await using state = openState({ path: storeOfVersionOne() });

  await expect.poll(() => state.search("天气").warning).toBeUndefined();

  expect(foundIn(state, "天气")).toEqual(["second"]);
});

describe("tables that another part brings", () => {
  const first = "CREATE TABLE chores_jobs (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT";
  const second = "ALTER TABLE chores_jobs ADD COLUMN due_at INTEGER";

  test("are created, migrated, and can be written in one transaction", async () => {
    const path = join(tempFolder(), "hermes.db");
    openState({ path, migrations: [{ part: "chores", steps: [first] }] }).close();

    await using state = openState({ path, migrations: [{ part: "chores", steps: [first, second] }] });
    state.transaction(({ run }) => run("INSERT INTO chores_jobs (name, due_at) VALUES (?, ?)", "sweep", 7));

    expect(state.transaction(({ all }) => all("SELECT name, due_at FROM chores_jobs"))).toEqual([
      { name: "sweep", due_at: 7 },
    ]);
  });

  test("take nothing of a transaction that throws", async () => {
    await using state = openState({ path: ":memory:", migrations: [{ part: "chores", steps: [first] }] });
    const fail = (): void =>
      state.transaction(({ run }) => {
        run("INSERT INTO chores_jobs (name) VALUES ('sweep')");
        throw new Error("no");
      });

    expect(fail).toThrow("no");

    expect(state.transaction(({ all }) => all("SELECT * FROM chores_jobs"))).toEqual([]);
  });

  test("of a newer version make the store read-only", async () => {
    const path = join(tempFolder(), "hermes.db");
    openState({ path, migrations: [{ part: "chores", steps: [first, second] }] }).close();
    const warnings: string[] = [];

    await using state = openState({
      path,
      migrations: [{ part: "chores", steps: [first] }],
      onWarning: (message) => warnings.push(message),
    });

    expect(state.readOnly).toBe(true);
    expect(warnings).toEqual([expect.stringContaining("newer Hermes")]);
  });

  test("whose step fails leave the store as it was", () => {
    const path = filledStore();

    expect(() => openState({ path, migrations: [{ part: "chores", steps: [first, "broken"] }] })).toThrow();

    const database = new Sqlite(path, { readonly: true });
    expect(
      database.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'chores_jobs'").pluck().get(),
    ).toBe(0);
    database.close();
  });

  test("need a name that is theirs alone", () => {
    expect(() => openState({ path: ":memory:", migrations: [{ part: "a b", steps: [] }] })).toThrow(
      TypeError,
    );
    const twice = [
      { part: "a", steps: [] },
      { part: "a", steps: [] },
    ];
    expect(() => openState({ path: ":memory:", migrations: twice })).toThrow(TypeError);
  });
});

function foundIn(state: State, query: string): readonly string[] {
  return state.search(query).sessions.map(({ session }) => session.id);
}
