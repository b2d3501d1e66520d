import { copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { openState, snapshotsOf } from "@hermes/state";
import Sqlite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import type { Diagnosis } from "../../src/index.ts";
import { runtimeIn } from "../support/scripted-runtime.ts";
import { temporaryPlace, type TemporaryPlace } from "../support/temporary-place.ts";

const pageBytes = 4_096;

/** A store with two sessions, and a snapshot of it. */
async function filledStore({ home }: TemporaryPlace): Promise<string> {
  await mkdir(home, { recursive: true });
  const path = join(home, "hermes.db");
  await using state = openState({ path });
  for (const id of ["first", "second"]) {
    state.journal.create({ id, system: "x", tools: [], model: "m", platform: "cli", startedAt: 1 });
    for (let n = 0; n < 100; n++)
      state.journal.append(id, {
        type: "message",
        message: { role: "user", content: [{ type: "text", text: `message ${n} ${"x".repeat(500)}` }] },
        at: 1_700_000_000_000 + n,
      });
    state.sessions.setTitle(id, `The ${id} one`);
  }
  await state.snapshot();
  return path;
}

/** Overwrites pages of a table, or the page of that number. */
function spoil(path: string, table: string, places: readonly number[]): void {
  const database = new Sqlite(path);
  const pages = database
    .prepare<[string], number>(
      "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno",
    )
    .pluck()
    .all(table);
  database.close();
  const bytes = readFileSync(path);
  for (const place of places) {
    const page = pages.at(place) ?? 0;
    bytes.fill(0xa5, (page - 1) * pageBytes, page * pageBytes);
  }
  writeFileSync(path, bytes);
}

function overwrite(path: string, from: number, to: number): void {
  const bytes = readFileSync(path);
  bytes.fill(0xa5, from, to);
  writeFileSync(path, bytes);
}

/** What hermes doctor says of the store, and of what was warned of when it was opened. */
async function look(place: TemporaryPlace): Promise<{ store: Diagnosis; warnings: readonly string[] }> {
  await using runtime = await runtimeIn(place);
  const store = (await runtime.diagnose()).find(({ name }) => name === "store");
  if (store === undefined) throw new Error("Nothing was said about the store.");
  return { store, warnings: runtime.warnings };
}

test("a sound store is read page by page, and said to be sound", async () => {
  await using place = await temporaryPlace();
  await filledStore(place);

  const { store, warnings } = await look(place);

  expect(store).toMatchObject({
    status: "ok",
    message: expect.stringContaining("every page of it is sound"),
  });
  expect(warnings).toEqual([]);
});

describe("a damaged store fails, with what is damaged and the way back", () => {
  test.each<[string, (path: string) => void, RegExp]>([
    [
      "pages of one conversation",
      (path) => spoil(path, "messages", [1]),
      /messages of conversations; 1 of 2 conversations can't be read whole: "The first one" \(first\)/,
    ],
    [
      "pages of both conversations",
      (path) => spoil(path, "messages", [1, -1]),
      /messages of conversations; 2 of 2 conversations can't be read whole/,
    ],
    ["the list of conversations", (path) => spoil(path, "sessions", [0]), /the list of conversations/],
    ["the header", (path) => overwrite(path, 0, 100), /is not a database/],
    ["the list of tables", (path) => overwrite(path, 100, pageBytes), /damaged/],
    ["the second half", (path) => truncateSync(path, Math.floor(statSync(path).size / 2)), /damaged/],
  ])("%s", async (_, damage, says) => {
    await using place = await temporaryPlace();
    const path = await filledStore(place);
    damage(path);

    const { store } = await look(place);

    expect(store).toMatchObject({ status: "failed", message: expect.stringMatching(says) });
    expect(store.hint).toContain(`hermes restore "${snapshotsOf(path)[0]}"`);
  });

  test.each<[string, (path: string) => void]>([
    ["noise in its pages", (path) => spoil(path, "message_words_data", [0, 1])],
    [
      "nonsense in its rows",
      (path) => {
        const database = new Sqlite(path).unsafeMode(true);
        database.exec("UPDATE message_words_data SET block = x'ff00ff00ff'").close();
      },
    ],
  ])("a search index with %s: nothing is lost, and the next look finds it whole", async (_, damage) => {
    await using place = await temporaryPlace();
    const path = await filledStore(place);
    damage(path);

    const first = await look(place);
    const second = await look(place);

    expect(first.store).toMatchObject({
      status: "failed",
      message: expect.stringMatching(/search index.*No message is lost/),
    });
    expect(second.store.status).toBe("ok");
    await using state = openState({ path });
    await state.rebuildSearch();
    expect(state.search("message", { limit: 10 }).sessions).toHaveLength(2);
  });

  test("a log of a program that died, cut off: what may be lost is said", async () => {
    await using place = await temporaryPlace();
    const path = await filledStore(place);
    const other = join(place.root, "other.db");
    {
      // While it is open, its files are those that a killed program leaves.
      await using state = openState({ path });
      state.journal.append("first", {
        type: "message",
        message: { role: "user", content: [{ type: "text", text: "the last words ".repeat(1_000) }] },
        at: 1_700_000_001_000,
      });
      for (const suffix of ["", "-wal", "-shm"]) copyFileSync(path + suffix, other + suffix);
    }
    for (const suffix of ["", "-wal", "-shm"]) copyFileSync(other + suffix, path + suffix);
    truncateSync(`${path}-wal`, pageBytes);

    const { store, warnings } = await look(place);

    expect(warnings).toEqual([expect.stringMatching(/-wal" was cut off.*may be lost.*hermes restore/)]);
    expect(store.status).toBe("ok");
  });
});

test("the look at a store ends at once when the person has enough of it", async () => {
  await using place = await temporaryPlace();
  await filledStore(place);
  await using runtime = await runtimeIn(place);
  const control = new AbortController();

  const diagnosis = runtime.diagnose({ signal: control.signal });
  control.abort(new Error("enough"));

  await expect(diagnosis).rejects.toThrow("enough");
});
