import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { openState, type State } from "../src/index.ts";
import { canMakeDisks, onOwnDisk } from "./support/disk.ts";
import { entry, head, user } from "./support/entries.ts";
import { runScript } from "./support/run-script.ts";
import { tempFolder } from "./support/temp-folder.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";
const cannotMount = "no disk can be made here: needs Linux with unshare and mount";

/** An open store with so many messages, all of them still in the log. */
function opened(messages = 50): State {
  const state = openState({ path: join(tempFolder(), "hermes.db") });
  state.journal.create(head("a"));
  for (let n = 0; n < messages; n++) state.journal.append("a", entry(user(`message ${n}`)));
  return state;
}

/** What a process that was killed leaves of an open store. */
function leftBy(state: State): string {
  const path = join(tempFolder(), "hermes.db");
  for (const suffix of ["", "-wal", "-shm"]) copyFileSync(state.path + suffix, path + suffix);
  return path;
}

async function openedWithWarnings(path: string): Promise<{ state: State; warnings: readonly string[] }> {
  const warnings: string[] = [];
  return { state: openState({ path, onWarning: (message) => warnings.push(message) }), warnings };
}

function textsOf(state: State): readonly string[] {
  return state
    .messages("a")
    .flatMap(({ message }) =>
      message.role === "user" ? message.content.map((part) => ("text" in part ? part.text : "")) : [],
    );
}

const numbered = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => `message ${n}`);

describe("disks", () => {
  test("a disk that fills up is named at the write, keeps all that was acknowledged, and takes more when there is room", async (context) => {
    if (!canMakeDisks()) context.skip(cannotMount);

    const facts = await onOwnDisk("fill-disk.ts", tempFolder(), 4);

    const full = { code: "STATE_DISK_FULL", hint: expect.stringContaining("Free some space") };
    expect(facts).toEqual({
      full,
      lost: 0,
      searchable: 1,
      lostToOthers: 0,
      fullForOthers: full,
      after: 1,
      problems: [],
      create: full,
    });
  });

  test("a disk that is mounted read-only is named, and everything on it can be read and searched", async (context) => {
    if (!canMakeDisks()) context.skip(cannotMount);

    const facts = await onOwnDisk("read-only-disk.ts", tempFolder(), 4);

    const read = {
      warnings: [expect.stringContaining("mounted read-only")],
      messages: 1,
      found: 1,
      rows: 1,
      problems: [],
      append: "STATE_READ_ONLY",
    };
    expect(facts).toEqual({
      clean: read,
      crashed: read,
      create: { open: ["STATE_READ_ONLY", expect.stringContaining("can't be written")] },
      leftOver: 0,
    });
  });
});

describe("the log that a dead process left", () => {
  test("is taken up whole, without a word", async () => {
    await using state = opened();

    const found = await openedWithWarnings(leftBy(state));

    expect(textsOf(found.state)).toEqual(numbered(50));
    expect(found.warnings).toEqual([]);
    found.state.close();
  });

  test.each([0.9, 0.5, 0.01, 0])("is missed when it was cut to %d of its length", async (part) => {
    await using state = opened();
    const path = leftBy(state);
    truncateSync(`${path}-wal`, Math.floor(statSync(`${path}-wal`).size * part));

    const found = await openedWithWarnings(path);

    expect(found.warnings).toEqual([expect.stringContaining("was cut off")]);
    expect(found.warnings[0]).toContain("may be lost");
    const texts = textsOf(found.state);
    expect(texts).toEqual(numbered(texts.length));
    expect(texts.length).toBeLessThan(50);
    expect(await found.state.checkPages()).toEqual([]);
    found.state.close();
    // Said once, not for ever.
    const again = await openedWithWarnings(path);
    expect(again.warnings).toEqual([]);
    again.state.close();
  });

  test("is missed when it was deleted, and costs what came after the last checkpoint", async () => {
    const path = join(tempFolder(), "hermes.db");
    const first = openState({ path });
    first.journal.create(head("a"));
    first.journal.append("a", entry(user("message 0")));
    first.close();
    await using second = openState({ path });
    second.journal.append("a", entry(user("message 1")));
    const left = leftBy(second);
    rmSync(`${left}-wal`);

    const found = await openedWithWarnings(left);

    expect(found.warnings).toEqual([expect.stringContaining("was deleted")]);
    expect(textsOf(found.state)).toEqual(["message 0"]);
    found.state.journal.append("a", entry(user("goes on")));
    found.state.close();
  });

  test("is missed when there is another one in its place", async () => {
    await using state = opened();
    await using other = opened();
    const path = leftBy(state);
    copyFileSync(`${other.path}-wal`, `${path}-wal`);

    const found = await openedWithWarnings(path);

    expect(found.warnings).toEqual([expect.stringContaining("was replaced")]);
    found.state.close();
  });
});

describe.skipIf(process.platform === "win32")("files that are taken away under an open store", () => {
  test("its log: the next step is refused, and nothing that was acknowledged is lost", async () => {
    const state = opened();
    rmSync(`${state.path}-wal`);

    await untilRefused(state, "write-ahead log");

    state.close();
    await using again = openState({ path: state.path });
    expect(textsOf(again)).toEqual(numbered(textsOf(again).length));
    expect(textsOf(again).length).toBeGreaterThanOrEqual(50);
    expect(await again.checkPages()).toEqual([]);
  });

  test("the store, by another file: the next step is refused, and what was acknowledged is in a file that is named", async () => {
    const state = opened();
    const other = join(dirname(state.path), "other.db");
    openState({ path: other }).close();
    renameSync(other, state.path);

    const acknowledged = await untilRefused(state, "replaced by another file");

    state.close();
    const [rescued = ""] = readdirSync(dirname(state.path)).filter((name) => name.includes(".rescued-"));
    await using saved = openState({ path: join(dirname(state.path), rescued) });
    expect(textsOf(saved)).toHaveLength(50 + acknowledged);
    await using now = openState({ path: state.path });
    expect(now.sessions.list()).toEqual([]);
  });

  test("the store, for good: said as what it is, not as a session that was not found", async () => {
    const state = opened();
    rmSync(state.path);

    await expect
      .poll(() => codeOf(() => state.journal.load("a")))
      .toMatchObject({ code: "STATE_REPLACED", hint: expect.stringContaining(".rescued-") });

    state.close();
  });

  /** @returns How many messages were acknowledged before. */
  async function untilRefused(state: State, words: string): Promise<number> {
    let acknowledged = 0;
    await expect
      .poll(() =>
        codeOf(() => {
          state.journal.append("a", entry(user(`message ${50 + acknowledged}`)));
          acknowledged++;
        }),
      )
      .toMatchObject({ code: "STATE_REPLACED", message: expect.stringContaining(words) });
    // From then on everything is refused.
    expect(codeOf(() => state.messages("a"))).toMatchObject({ code: "STATE_REPLACED" });
    return acknowledged;
  }

  function codeOf(work: () => unknown): unknown {
    try {
      return work();
    } catch (error) {
      return error;
    }
  }
});

describe("a process killed in the middle of a migration", () => {
  test.each(["store", "part"])("leaves the version before, whole and usable: %s", async (what) => {
    const path = join(tempFolder(), "hermes.db");
    const state = openState({ path });
    state.journal.create(head("a"));
    for (let n = 0; n < 50; n++) state.journal.append("a", entry(user(`message ${n}`)));
    state.close();
    const script = runScript("migrate-slowly.ts", path, what);
    await script.waitForLines(1);
    await script.kill();
    expect(script.lines).toEqual(["in the middle"]);

    const parts = [{ part: "chores", steps: ["CREATE TABLE chores_jobs (id INTEGER PRIMARY KEY) STRICT"] }];
    await using again = openState({ path, migrations: parts });

    expect(textsOf(again)).toEqual(numbered(50));
    expect(again.readOnly).toBe(false);
    expect(again.transaction(({ all }) => all("SELECT * FROM chores_jobs"))).toEqual([]);
    expect(await again.checkPages()).toEqual([]);
  });
});

test("the lock of a killed process blocks nobody, and its half-done write is rolled back", async () => {
  await using state = opened();
  const script = runScript("hold-lock.ts", state.path);
  await script.waitForLines(1);
  await script.kill();

  state.journal.append("a", entry(user("message 50")));

  expect(textsOf(state)).toEqual(numbered(51));
  expect(state.sessions.get("a")?.title).toBe("message 0");
});

test("a clock that was set back is said at the start, and messages keep their order", async () => {
  const path = join(tempFolder(), "hermes.db");
  const before = openState({ path });
  const tomorrow = Date.now() + 86_400_000;
  before.journal.create(head("a", { startedAt: tomorrow }));
  before.journal.append("a", entry(user("message 0"), tomorrow));
  expect(await before.snapshot({ now: () => tomorrow })).toBeDefined();
  before.close();

  const { state, warnings } = await openedWithWarnings(path);
  state.journal.append("a", entry(user("message 1"), Date.now()));
  state.journal.append("a", entry(user("message 2"), Date.now() - 1_000));

  expect(warnings).toEqual([expect.stringContaining("set the clock right")]);
  expect(textsOf(state)).toEqual(numbered(3));
  expect(state.sessions.get("a")?.lastActiveAt).toBe(tomorrow);
  // The newest snapshot is the newest, whatever its time says.
  const newest = await state.snapshot({ olderThanMs: 3_600_000 });
  expect(newest).toBe(join(`${path}.snapshots`, readdirSync(`${path}.snapshots`).toSorted().at(-1) ?? ""));
  state.close();
});

test(
  "a second program that writes all the time keeps nobody from writing",
  { timeout: 120_000 },
  async () => {
    const seconds = isLong ? 60 : 5;
    const folder = tempFolder();
    mkdirSync(join(folder, "home"));
    const path = join(folder, "home", "hermes.db");
    const stop = join(folder, "stop");

    const scripts = ["a", "b"].map((name) => runScript("append-until.ts", path, name, stop));
    // However slow the machine is, each gets on while the other writes.
    const progress = scripts.map((script) => script.waitForLines(1));
    await Promise.all([...progress, new Promise((resolve) => setTimeout(resolve, seconds * 1_000))]);
    writeFileSync(stop, "");
    await Promise.all(scripts.map((script) => script.ended()));

    await using state = openState({ path });
    for (const [index, name] of ["a", "b"].entries()) {
      const acknowledged = Number(scripts[index]?.lines.at(-1));
      expect(acknowledged).toBeGreaterThanOrEqual(100);
      expect(state.messages(name)).toHaveLength(acknowledged);
    }
    expect(await state.checkPages()).toEqual([]);
    const database = new Sqlite(path, { readonly: true });
    expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
    database.close();
  },
);
