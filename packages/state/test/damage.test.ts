import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { HermesError } from "@hermes/registry";
import Sqlite from "better-sqlite3";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { openState } from "../src/index.ts";
import { entry, head, user } from "./support/entries.ts";
import { runScriptWithoutRights } from "./support/run-script.ts";
import { spoil } from "./support/spoil.ts";
import { tempFolder } from "./support/temp-folder.ts";

function filledStore(messages = 1): string {
  const path = join(tempFolder(), "hermes.db");
  const state = openState({ path });
  state.journal.create(head("a"));
  for (let n = 0; n < messages; n++)
    state.journal.append("a", entry(user(`message ${n} ${"x".repeat(500)}`)));
  state.close();
  return path;
}

/** What a person would read when the store at `path` is opened. */
function refusal(path: string): { code: string; message: string; hint: string | undefined } | undefined {
  try {
    openState({ path }).close();
  } catch (error) {
    if (HermesError.is(error)) return { code: error.code, message: error.message, hint: error.hint };
    throw error;
  }
  return undefined;
}

describe("what is not a store is named and not touched", () => {
  test("a file that is no database", () => {
    const path = join(tempFolder(), "notes.txt");
    writeFileSync(path, "Dear diary, ".repeat(50));

    expect(refusal(path)).toMatchObject({
      code: "STATE_NOT_A_DATABASE",
      message: `"${path}" is not a database.`,
    });
    expect(readFileSync(path, "utf8")).toBe("Dear diary, ".repeat(50));
  });

  test("a file shorter than a header", () => {
    const path = join(tempFolder(), "short");
    writeFileSync(path, "x");

    expect(refusal(path)).toMatchObject({ code: "STATE_NOT_A_DATABASE" });
  });

  test("a database of another program, down to its last byte and its open log", () => {
    const path = join(tempFolder(), "state.db");
    const other = new Sqlite(path);
    other.pragma("journal_mode = WAL");
    other.exec("CREATE TABLE sessions (id TEXT PRIMARY KEY); INSERT INTO sessions VALUES ('theirs')");
    const crashed = join(dirname(path), "crashed.db");
    for (const suffix of ["", "-wal"]) copyFileSync(path + suffix, crashed + suffix);
    other.close();
    const before = [readFileSync(crashed), readFileSync(`${crashed}-wal`)];

    expect(refusal(crashed)).toMatchObject({
      code: "STATE_FOREIGN",
      hint: expect.stringContaining("not touched"),
    });

    expect([readFileSync(crashed), readFileSync(`${crashed}-wal`)]).toEqual(before);
    expect(existsSync(`${crashed}-shm`)).toBe(false);
  });

  test("a folder", () => {
    const path = tempFolder();

    expect(refusal(path)).toMatchObject({
      code: "STATE_CANNOT_OPEN",
      message: `"${path}" is a folder, not a store.`,
    });
  });

  test("a path through a file", () => {
    const path = join(tempFolder(), "file");
    writeFileSync(path, "");

    expect(refusal(join(path, "hermes.db"))).toMatchObject({ code: "STATE_CANNOT_OPEN" });
  });
});

describe("a damaged store is named and not replaced by a new one", () => {
  test("cut to nothing", () => {
    const path = filledStore();
    truncateSync(path, 0);

    expect(refusal(path)).toMatchObject({
      code: "STATE_DAMAGED",
      message: expect.stringContaining("is empty"),
    });
    expect(statSync(path).size).toBe(0);
  });

  test("cut in half", () => {
    const path = filledStore(200);
    truncateSync(path, Math.floor(statSync(path).size / 2));

    expect(refusal(path)).toMatchObject({ code: "STATE_DAMAGED", hint: expect.stringContaining("backup") });
  });

  test("a page overwritten with noise is named when it is touched, and other sessions stay readable", async () => {
    const path = filledStore(200);
    spoil(path, "messages", 1);

    await using state = openState({ path });

    expect(() => state.messages("a")).toThrow(expect.objectContaining({ code: "STATE_DAMAGED" }));
    expect(state.sessions.get("a")?.messageCount).toBe(200);
  });
});

describe("a damaged search index hides and loses nothing", () => {
  const damages: readonly { name: string; damage: (path: string) => void }[] = [
    { name: "a page of it is noise", damage: (path) => spoil(path, "message_words_data", 1) },
    { name: "all pages of it are noise", damage: (path) => spoil(path, "message_words_data", 1_000) },
    { name: "its rows are gone", damage: (path) => change(path, "DELETE FROM message_words_data") },
    {
      name: "its rows are nonsense",
      damage: (path) => change(path, "UPDATE message_words_data SET block = x'ff00ff00ff'"),
    },
  ];

  test.each(damages)("found by a search: $name", async ({ damage }) => {
    const path = filledStore(300);
    damage(path);
    const warnings: string[] = [];
    await using state = openState({ path, onWarning: (message) => warnings.push(message) });

    const result = state.search("message", all);

    expect(result.sessions[0]?.hits).toHaveLength(300);
    expect(warnings.length + (result.warning === undefined ? 0 : 1)).toBeGreaterThan(0);
    await expect.poll(() => state.search("message").warning).toBeUndefined();
    expect(state.search("message", all).sessions[0]?.hits).toHaveLength(300);
  });

  test.each(damages)("found by a write: $name", async ({ damage }) => {
    const path = filledStore(300);
    damage(path);
    await using state = openState({ path });

    for (let n = 0; n < 100; n++) state.journal.append("a", entry(user(`new message ${n}`)));

    expect(state.messages("a")).toHaveLength(400);
    expect(state.search("message", all).sessions[0]?.hits).toHaveLength(400);
    await expect.poll(() => state.search("new").warning).toBeUndefined();
    expect(state.search("message", all).sessions[0]?.hits).toHaveLength(400);
  });

  const all = { limit: Infinity, hitsPerSession: Infinity, rankAtMost: Infinity };

  function change(path: string, sql: string): void {
    const database = new Sqlite(path);
    database.unsafeMode(true);
    database.exec(sql);
    database.close();
  }
});

test("a store locked by another program is reported after the wait limit, and writable once it is released", async () => {
  const path = filledStore();
  const holder = new Sqlite(path);
  holder.exec("BEGIN IMMEDIATE");
  await using state = openState({ path, busyTimeoutMs: 20 });

  expect(() => state.journal.append("a", entry(user("x")))).toThrow(
    expect.objectContaining({ code: "STATE_LOCKED" }),
  );
  expect(state.messages("a")).toHaveLength(1);

  holder.exec("COMMIT");
  holder.close();
  state.journal.append("a", entry(user("x")));
  expect(state.messages("a")).toHaveLength(2);
});

test("a full disk is named, loses nothing that was acknowledged, and writing goes on when there is space", async () => {
  await using state = openState({ path: ":memory:" });
  state.journal.create(head("a"));
  const store = await state.kysely();
  // SQLite's own limit ends in the same error as a full disk.
  await sql`PRAGMA max_page_count = 100`.execute(store);
  let acknowledged = 0;
  const fill = (): void => {
    for (;;) {
      state.journal.append("a", entry(user("x".repeat(1_000))));
      acknowledged++;
    }
  };

  expect(fill).toThrow(
    expect.objectContaining({ code: "STATE_DISK_FULL", hint: expect.stringContaining("space") }),
  );
  expect(acknowledged).toBeGreaterThan(5);
  expect(state.messages("a")).toHaveLength(acknowledged);
  expect(state.sessions.get("a")?.messageCount).toBe(acknowledged);

  await sql`PRAGMA max_page_count = 10000`.execute(store);
  state.journal.append("a", entry(user("there is space again")));
  expect(state.messages("a")).toHaveLength(acknowledged + 1);
});

// Permissions don't bind root: these run in a process without rights.
describe("a person without rights", () => {
  test("reads a store that can't be written, and is told so", async () => {
    const path = filledStore();
    chmodSync(path, 0o444);
    openTo(path, 0o777);

    const script = runScriptWithoutRights("try-store.ts", path);
    await script.ended();

    expect(JSON.parse(script.lines[0] ?? "")).toEqual({
      readOnly: true,
      warnings: [expect.stringContaining("can't be written")],
      messages: 1,
      live: 1,
      append: "STATE_READ_ONLY",
    });
  });

  test("is told that a store can't be opened, when it can't be read", async () => {
    const path = filledStore();
    chmodSync(path, 0o000);
    openTo(path, 0o777);
    // As root the file must belong to somebody else than the one who tries.
    if (process.getuid?.() === 0) chownSync(path, 0, 0);

    const script = runScriptWithoutRights("try-store.ts", path);
    await script.ended();

    expect(JSON.parse(script.lines[0] ?? "")).toEqual({ open: "STATE_CANNOT_OPEN" });
  });

  test("is told that a store can't be created in a folder of somebody else", async () => {
    const folder = join(tempFolder(), "closed");
    mkdirSync(folder);
    chmodSync(dirname(folder), 0o755);
    chmodSync(folder, 0o555);

    const script = runScriptWithoutRights("try-store.ts", join(folder, "hermes.db"));
    await script.ended();

    expect(JSON.parse(script.lines[0] ?? "")).toEqual({ open: "STATE_CANNOT_OPEN" });
  });

  function openTo(path: string, mode: number): void {
    chmodSync(dirname(path), mode);
  }
});
