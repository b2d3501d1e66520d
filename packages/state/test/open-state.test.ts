import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import Sqlite from "better-sqlite3";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "../src/database/connect.ts";
import { chooseJournalMode } from "../src/database/journal-mode.ts";
import { prepareFile } from "../src/database/prepare-file.ts";
import { checkBackup, openState, restoreState } from "../src/index.ts";
import { assistant, entry, head, user } from "./support/entries.ts";
import { tempFolder } from "./support/temp-folder.ts";

test("a store is created with its folder, for its owner alone, and found again", async () => {
  const path = join(tempFolder(), "deep", "er", "hermes.db");
  {
    await using state = openState({ path });
    state.journal.create(head("a"));
    state.journal.append("a", entry(user("hello")));
  }

  await using again = openState({ path });

  expect(again.journal.load("a")?.messages).toEqual([user("hello")]);
  expect(statSync(path).mode & 0o077).toBe(0);
});

test.each(["20.20.2", "22.17.1"])(
  "on Node %s, on which the driver would crash, the store says which Node it needs, and touches nothing",
  async (node) => {
    const path = join(tempFolder(), "deep", "hermes.db");
    const versions = Object.getOwnPropertyDescriptor(process, "versions")!;
    onTestFinished(() => void Object.defineProperty(process, "versions", versions));
    Object.defineProperty(process, "versions", { ...versions, value: { ...process.versions, node } });

    const refused = {
      code: "STATE_NODE_TOO_OLD",
      message: `The store needs Node 22.18 or newer; this is Node ${node}.`,
      hint: expect.stringContaining("nodejs.org"),
    };
    expect(() => openState({ path })).toThrow(expect.objectContaining(refused));
    await expect(checkBackup(path)).rejects.toMatchObject(refused);
    await expect(restoreState({ from: path, to: path })).rejects.toMatchObject(refused);
    expect(existsSync(dirname(path))).toBe(false);
  },
);

test("a relative path is made absolute, so that it stays the same file when the working folder changes", async () => {
  const path = join(tempFolder(), "hermes.db");

  await using state = openState({ path: relative(process.cwd(), path) });

  expect(state.path).toBe(path);
});

test("a file carries our application id, its version and write-ahead logging from the start", () => {
  const path = join(tempFolder(), "hermes.db");
  openState({ path }).close();

  const database = new Sqlite(path, { readonly: true });
  expect(database.pragma("application_id", { simple: true })).toBe(0x48524d53);
  expect(database.pragma("user_version", { simple: true })).toBe(15);
  expect(database.pragma("journal_mode", { simple: true })).toBe("wal");
  database.close();
});

test("a new file is in write-ahead mode before anybody has opened it, so that openers need no exclusive lock", () => {
  const path = join(tempFolder(), "hermes.db");

  prepareFile(path);

  // The versions for writing and reading in the header; 2 means write-ahead logging.
  expect([...readFileSync(path).subarray(18, 20)]).toEqual([2, 2]);
});

test.each([
  ["3.51.2", "truncate"],
  ["3.51.3", "wal"],
  ["3.52.0", "truncate"],
  ["3.52.1", "wal"],
  ["3.54.1", "wal"],
  ["4.0.0", "wal"],
  ["3.40.1", "truncate"],
])("SQLite %s is used with the journal mode %s", (version, mode) => {
  expect(chooseJournalMode(version)).toBe(mode);
});

test("a version of SQLite with the log-reset fault gets a rollback journal, and says so", () => {
  const path = join(tempFolder(), "hermes.db");
  const warnings: string[] = [];

  const { database } = connect({
    path,
    synchronous: "normal",
    busyTimeoutMs: 100,
    sqliteVersion: "3.51.2",
    onWarning: (message) => warnings.push(message),
  });

  expect(database.pragma("journal_mode", { simple: true })).toBe("truncate");
  expect(warnings).toEqual([expect.stringContaining("SQLite 3.51.2 can lose data")]);
  database.close();
});

test.each([
  ["normal", 1],
  ["full", 2],
] as const)("synchronous %s reaches SQLite", async (synchronous, level) => {
  await using state = openState({ path: ":memory:", synchronous });

  // An in-memory store shares its connection with the queries.
  const { rows } = await sql`PRAGMA synchronous`.execute(await state.kysely());

  expect(rows).toEqual([{ synchronous: level }]);
});

test("questions of one's own see what was written, and cannot write", async () => {
  const path = join(tempFolder(), "hermes.db");
  await using state = openState({ path });
  state.journal.create(head("a"));
  state.journal.append("a", entry(user("hello")));
  const store = await state.kysely();

  state.journal.append("a", entry(assistant("hi")));

  const texts = await store.selectFrom("messages").select("text").orderBy("id").execute();
  expect(texts).toEqual([{ text: "hello" }, { text: "hi" }]);
  await expect(store.deleteFrom("messages").execute()).rejects.toThrow("readonly");
});

test("a closed store says that it is closed, and closing twice does nothing", async () => {
  const state = openState({ path: join(tempFolder(), "hermes.db") });
  state.journal.create(head("a"));
  state.close();
  state.close();

  const closed = expect.objectContaining({ code: "STATE_CLOSED" });
  expect(() => state.journal.append("a", entry(user("x")))).toThrow(closed);
  expect(() => state.journal.load("a")).toThrow(closed);
  expect(() => state.sessions.list()).toThrow(closed);
  await expect(state.kysely()).rejects.toThrow(closed);
});

test.each([[[]], [[{}]], [[{ path: "" }]]])("openState(...%j) says that it needs a path", (given) => {
  expect(() => Reflect.apply(openState, undefined, given)).toThrow(
    expect.objectContaining({
      code: "STATE_CANNOT_OPEN",
      message: "The store has no path.",
      hint: expect.stringContaining('":memory:"'),
    }),
  );
});
