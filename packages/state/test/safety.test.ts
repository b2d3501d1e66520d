import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkBackup, openState, restoreState, type State } from "../src/index.ts";
import { assistant, entry, head, toolResult, user } from "./support/entries.ts";
import { spoil } from "./support/spoil.ts";
import { tempFolder } from "./support/temp-folder.ts";

function filled(messages = 300): State {
  const state = openState({ path: join(tempFolder(), "hermes.db") });
  state.journal.create(head("a"));
  for (let n = 0; n < messages; n++)
    state.journal.append("a", entry(user(`message ${n} ${"x".repeat(300)}`)));
  return state;
}

describe("a backup", () => {
  test("taken while messages are written is one sound file with all that was acknowledged before", async () => {
    await using state = filled();
    const to = join(tempFolder(), "deep", "copy.db");

    const taken = state.backup(to);
    for (let n = 0; n < 50; n++) state.journal.append("a", entry(user("meanwhile")));
    await taken;

    expect(readdirSync(dirname(to))).toEqual(["copy.db"]);
    await using copy = openState({ path: to });
    expect(copy.messages("a").length).toBeGreaterThanOrEqual(300);
    expect(await copy.checkPages()).toEqual([]);
    expect(copy.search("message").sessions).toHaveLength(1);
  });

  test("is readable for its owner alone, says what is in it, and nothing is written beside it", async () => {
    await using state = filled();
    const folder = tempFolder();
    const to = join(folder, "copy.db");
    await state.backup(to);

    expect(await checkBackup(to)).toMatchObject({ sessions: 1, messages: 300, lastAt: expect.any(Number) });

    expect(statSync(to).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["copy.db"]);
  });

  test("that is stopped leaves what was there, and nothing half done", async () => {
    await using state = filled(1_500);
    const folder = tempFolder();
    const to = join(folder, "copy.db");
    writeFileSync(to, "the last one");
    const stop = new AbortController();

    await expect(
      state.backup(to, { signal: stop.signal, onProgress: () => stop.abort("enough") }),
    ).rejects.toBe("enough");

    expect(readdirSync(folder)).toEqual(["copy.db"]);
    expect(readFileSync(to, "utf8")).toBe("the last one");
  });

  test("is restored in the place of a damaged store, which is kept", async () => {
    const state = filled();
    const copy = join(tempFolder(), "copy.db");
    await state.backup(copy);
    state.close();
    spoil(state.path, "messages", 5);

    const aside = await restoreState({ from: copy, to: state.path });

    await using restored = openState({ path: state.path });
    expect(restored.messages("a")).toHaveLength(300);
    expect(existsSync(aside ?? "")).toBe(true);
  });

  test("is not put in the place of a store that somebody has open", async () => {
    const state = filled();
    const copy = join(tempFolder(), "copy.db");
    await state.backup(copy);

    await expect(restoreState({ from: copy, to: state.path })).rejects.toMatchObject({
      code: "STATE_LOCKED",
    });

    state.journal.append("a", entry(user("still here")));
    state.close();
    await restoreState({ from: copy, to: state.path });
    await using restored = openState({ path: state.path });
    expect(restored.messages("a")).toHaveLength(300);
  });

  test("that is damaged or something else is not restored, and nothing has changed", async () => {
    const state = filled();
    const copy = join(tempFolder(), "copy.db");
    await state.backup(copy);
    state.close();
    spoil(copy, "messages", 3);
    const other = join(tempFolder(), "notes.txt");
    writeFileSync(other, "x".repeat(500));

    await expect(restoreState({ from: copy, to: state.path })).rejects.toMatchObject({
      code: "STATE_DAMAGED",
    });
    await expect(restoreState({ from: other, to: state.path })).rejects.toMatchObject({
      code: "STATE_NOT_A_DATABASE",
    });
    await expect(restoreState({ from: `${other}.no`, to: state.path })).rejects.toMatchObject({
      code: "STATE_CANNOT_OPEN",
    });

    await using same = openState({ path: state.path });
    expect(same.messages("a")).toHaveLength(300);
    expect(readdirSync(dirname(state.path)).filter((name) => name.includes("replaced"))).toEqual([]);
  });
});

test("of the snapshots the last three stay, and none is written while the last one is young", async () => {
  await using state = filled(5);
  let now = Date.now();
  const snapshot = (): Promise<string | undefined> =>
    state.snapshot({ olderThanMs: 3_600_000, now: () => now });

  for (let n = 0; n < 5; n++) {
    expect(await snapshot()).toContain(`${state.path}.snapshots`);
    expect(await snapshot()).toBeUndefined();
    now += 4_000_000;
  }

  const kept = readdirSync(`${state.path}.snapshots`);
  expect(kept).toHaveLength(3);
  await using last = openState({ path: join(`${state.path}.snapshots`, kept.at(-1) ?? "") });
  expect(last.messages("a")).toHaveLength(5);
});

describe("the check of all pages", () => {
  test("finds nothing in a sound store", async () => {
    await using state = filled(20);

    expect(await state.checkPages()).toEqual([]);
  });

  test("names a damaged page that nobody has touched yet", async () => {
    const state = filled();
    state.journal.create(head("b"));
    state.journal.append("b", entry(user("the last one")));
    state.close();
    spoil(state.path, "messages", 2, { butLast: true });
    const warnings: string[] = [];
    await using damaged = openState({ path: state.path, onWarning: (message) => warnings.push(message) });
    expect(damaged.messages("b")).toHaveLength(1);
    expect(warnings).toEqual([]);

    for (const options of [{}, { thorough: true }, { inProcess: true }])
      // oxlint-disable-next-line no-await-in-loop -- one after another
      expect(await damaged.checkPages(options)).toContainEqual({
        table: "messages",
        derived: false,
        lines: expect.arrayContaining([expect.stringMatching(/\S/)]),
      });
  });

  test("has a damaged search index built anew, and says that the rest is sound", async () => {
    const state = filled();
    state.close();
    spoil(state.path, "message_words_data", 2);
    const warnings: string[] = [];
    await using damaged = openState({ path: state.path, onWarning: (message) => warnings.push(message) });

    const found = await damaged.checkPages();

    expect(found.map(({ derived }) => derived)).toEqual(found.map(() => true));
    expect(found.map(({ table }) => table)).toContain("message_words_data");
    expect(warnings).toEqual([expect.stringContaining("No message is lost")]);
    await expect.poll(() => damaged.search("message 7").warning).toBeUndefined();
    expect(await damaged.checkPages()).toEqual([]);
  });

  test("stops when it is aborted", async () => {
    await using state = filled(20);

    await expect(state.checkPages({ signal: AbortSignal.abort("enough") })).rejects.toBe("enough");

    const control = new AbortController();
    const check = state.checkPages({ signal: control.signal });
    control.abort("now");
    await expect(check).rejects.toBe("now");
  });
});

describe("a secret that is redacted", () => {
  const secret = 'sk-Quokka"7391\\zebra';

  function leak(state: State): void {
    state.journal.create(head("leaky", { system: `The key is ${secret}.` }));
    const all = [
      user(`${"please ".repeat(7)}use ${secret} for it`),
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: `I got ${secret}` },
          { type: "text", text: "one" },
          { type: "text", text: `two ${secret} three` },
          {
            type: "tool-call",
            id: "c1",
            name: "terminal",
            arguments: JSON.stringify({ command: `login ${secret}` }),
          },
        ],
      },
      { ...toolResult("c1", JSON.stringify({ output: secret })), notes: [secret] },
      assistant("done"),
    ] as const;
    for (const message of all) state.journal.append("leaky", entry(message));
    state.journal.append("leaky", { type: "partial", text: `partial ${secret}`, reasoning: secret, at: 1 });
    state.journal.append("leaky", {
      type: "tool-start",
      callId: "c2",
      name: "t",
      arguments: JSON.stringify({ a: secret }),
      at: 1,
    });
    state.sessions.setSummary("leaky", { summary: `about ${secret}`, keywords: [secret] });
    state.learnings.save({ pattern: secret, fix: secret, at: 1 });
    state.journal.notices.record("leaky", { id: "n1", source: "process", text: `| ${secret}`, at: 1 });
    state.audit.record({
      at: 1,
      platform: "cli",
      tool: "t",
      request: secret,
      decision: "allowed",
      decidedBy: "x",
      reason: secret,
    });
  }

  /** Every file of the store, as one text. */
  function bytesOf(state: State): string {
    const folder = dirname(state.path);
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => readFileSync(path, "latin1"))
      .join("\n");
  }

  test("is nowhere in the files any more, and its parts neither", async () => {
    await using state = filled(50);
    leak(state);
    await state.snapshot();
    expect(bytesOf(state)).toContain("Quokka");

    const report = await state.redact(secret);

    expect(report).toMatchObject({ snapshots: 1, files: 0 });
    expect(report.rows).toBeGreaterThan(8);
    for (const part of ["Quokka", "quokka", "7391", "zebra"]) expect(bytesOf(state)).not.toContain(part);
    expect(state.search("quokka").sessions).toEqual([]);
  });

  test("leaves everything else as it was", async () => {
    await using state = filled(50);
    leak(state);

    await state.redact(secret);

    const stored = state.journal.load("leaky");
    expect(stored?.head.system).toBe("The key is [redacted].");
    expect(stored?.messages).toEqual([
      user(`${"please ".repeat(7)}use [redacted] for it`),
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "I got [redacted]" },
          { type: "text", text: "one" },
          { type: "text", text: "two [redacted] three" },
          { type: "tool-call", id: "c1", name: "terminal", arguments: '{"command":"login [redacted]"}' },
        ],
      },
      { ...toolResult("c1", '{"output":"[redacted]"}'), notes: ["[redacted]"] },
      assistant("done"),
    ]);
    expect(state.messages("a")).toHaveLength(50);
    expect(state.search("message 49").sessions).toHaveLength(1);
    expect(state.search("redacted").sessions).toHaveLength(1);
  });

  test("is overwritten in the tables of other parts too, also of one that is not there in this run", async () => {
    const path = join(tempFolder(), "hermes.db");
    const record = JSON.stringify({ command: `login ${secret}`, lines: [`| ${secret}`], pid: 7 });
    {
      const steps = [
        `CREATE TABLE pets_owners (id TEXT PRIMARY KEY, record TEXT, length INTEGER AS (length(record)) STORED, raw, age INTEGER)`,
      ];
      await using state = openState({ path, migrations: [{ part: "pets", steps }] });
      state.transaction((tables) => {
        const insert = "INSERT INTO pets_owners (id, record, raw, age) VALUES (?, ?, ?, ?)";
        tables.run(insert, "a", record, 5, 1);
        tables.run(insert, `b ${secret}`, "other", secret, 2);
        tables.run(insert, "c", "untouched", "as it was", 3);
      });
    }

    await using state = openState({ path });
    const report = await state.redact(secret);

    expect(report.rows).toBe(2);
    expect(bytesOf(state)).not.toContain("Quokka");
    const rows = state.transaction((tables) =>
      tables.all("SELECT id, record, raw, age FROM pets_owners ORDER BY id"),
    );
    expect(rows).toEqual([
      { id: "a", record: '{"command":"login [redacted]","lines":["| [redacted]"],"pid":7}', raw: 5, age: 1 },
      { id: "b [redacted]", record: "other", raw: "[redacted]", age: 2 },
      { id: "c", record: "untouched", raw: "as it was", age: 3 },
    ]);
  });

  test("is taken out of files elsewhere by those who know them", async () => {
    await using state = filled(1);
    const asked: string[][] = [];

    const report = await state.redact("a secret", {
      files: async (...args) => {
        asked.push(args);
        return 2;
      },
    });

    expect(report).toEqual({ rows: 0, snapshots: 0, files: 2 });
    expect(asked).toEqual([["a secret"]]);
  });

  test("must be long enough to be specific", async () => {
    await using state = filled(1);

    await expect(state.redact("abc ")).rejects.toMatchObject({ code: "STATE_TEXT_TOO_SHORT" });
  });
});
