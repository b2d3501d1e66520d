import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { migrate, migrations } from "../src/database/migrations.ts";
import { openState } from "../src/index.ts";
import { entry, head, user } from "./support/entries.ts";
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

test("an older store is brought forward step by step and keeps what it holds", () => {
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
