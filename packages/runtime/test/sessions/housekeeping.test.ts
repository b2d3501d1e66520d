import { existsSync, readdirSync, renameSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scripted } from "@hermes/models";
import { openState, type OpenStateOptions, type State } from "@hermes/state";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import type { Runtime, RuntimeOptions } from "../../src/index.ts";
import { runtimeIn } from "../support/scripted-runtime.ts";
import { temporaryPlace, type TemporaryPlace } from "../support/temporary-place.ts";

type Talking = Runtime & { readonly warnings: readonly string[]; readonly notices: readonly string[] };

/** A runtime that tidies up at once, and has answered once. */
async function answered(place: TemporaryPlace, options: Partial<RuntimeOptions> = {}): Promise<Talking> {
  const notices: string[] = [];
  const runtime = await runtimeIn(place, {
    model: scripted(() => ({ text: "Yes." })),
    housekeepingAfterMs: 0,
    onNotice: (message) => notices.push(message),
    ...options,
  });
  const session = await runtime.openSession();
  await session.agent.chat("Are you there?");
  return { ...runtime, notices };
}

async function transcripts(place: TemporaryPlace, count: number): Promise<string> {
  const folder = join(place.home, "sessions");
  await mkdir(folder, { recursive: true });
  for (let n = 0; n < count; n++) {
    const lines = Array.from({ length: 30 }, (_, index) =>
      JSON.stringify({ role: index % 2 === 0 ? "user" : "assistant", content: `walrus ${n} says ${index}` }),
    );
    await writeFile(join(folder, `old-${String(n).padStart(3, "0")}.jsonl`), `${lines.join("\n")}\n`);
  }
  return folder;
}

async function bytesIn(folder: string): Promise<readonly string[]> {
  const names = readdirSync(folder).toSorted();
  return await Promise.all(
    names.map(async (name) => `${name} ${await readFile(join(folder, name), "utf8")}`),
  );
}

const mark = (state: State, name: string): string | undefined =>
  state.transaction(({ all }) =>
    all("SELECT value FROM housekeeping_marks WHERE name = ?", name).map(({ value }) => String(value)),
  )[0];

test("transcripts of the Python Hermes in the home are imported after the first answer, once, with a word before and after", async () => {
  await using place = await temporaryPlace();
  const folder = await transcripts(place, 12);
  const before = await bytesIn(folder);

  {
    await using runtime = await answered(place);
    await expect.poll(() => runtime.notices).toHaveLength(2);
    expect(runtime.notices).toEqual([
      `Importing the conversations in ${folder} in the background. They are only read.`,
      expect.stringContaining("12 new conversations with 360 messages"),
    ]);
    const store = await runtime.store();
    expect(store.search("walrus", { limit: 100 }).sessions).toHaveLength(12);
    expect(await bytesIn(folder)).toEqual(before);
    expect(runtime.warnings).toEqual([]);
    store.sessions.delete("old-003");
  }
  await using again = await answered(place);
  await expect.poll(async () => mark(await again.store(), "pages")).toBe("sound");

  expect(again.notices).toEqual([]);
  expect((await again.store()).sessions.get("old-003")).toBeUndefined();
});

test("an import that the end of the program stopped goes on the next time, and loses and doubles nothing", async () => {
  await using place = await temporaryPlace();
  await transcripts(place, 300);
  const path = join(place.home, "hermes.db");
  for (let start = 0; ; start++) {
    expect(start).toBeLessThan(100);
    const runtime = await answered(place);
    const store = await runtime.store();
    const had = store.stats().sessions;
    // Some more, and then the program ends.
    await expect
      .poll(() => store.stats().sessions > had + 10 || runtime.notices.length === 2, fast)
      .toBe(true);
    await runtime[Symbol.asyncDispose]();
    // Also where the last ones came in while it ended.
    const isDone = runtime.notices.at(-1)?.includes("are imported") === true;
    expect(runtime.warnings).toEqual([]);
    if (isDone) {
      expect(start).toBeGreaterThan(0);
      expect(runtime.notices[0]).toContain("Going on to import");
      break;
    }
  }

  await using state = openState({ path });
  const imported = state.sessions.list({ limit: 1_000 }).filter(({ id }) => id.startsWith("old-"));
  expect(imported).toHaveLength(300);
  expect(imported.every(({ messageCount }) => messageCount === 30)).toBe(true);
});

const fast = { interval: 2, timeout: 30_000 };

test("a state.db that is not the Python Hermes' is said to be left alone, once", async () => {
  await using place = await temporaryPlace();
  await mkdir(place.home, { recursive: true });
  new Sqlite(join(place.home, "state.db")).exec("CREATE TABLE recipes (id)").close();
  {
    await using runtime = await answered(place);
    await expect.poll(() => runtime.notices).toHaveLength(2);
    expect(runtime.notices[1]).toContain("It is left alone");
  }
  await using again = await answered(place);
  await expect.poll(async () => mark(await again.store(), "pages")).toBe("sound");

  expect(again.notices).toEqual([]);
});

test("nothing is done before the first answer, and nothing at all where it is switched off", async () => {
  await using place = await temporaryPlace();
  await transcripts(place, 3);
  const opened: OpenStateOptions[] = [];
  const openStore = (options: OpenStateOptions): State => {
    opened.push(options);
    return openState(options);
  };
  await using runtime = await runtimeIn(place, { model: scripted([]), housekeepingAfterMs: 0, openStore });
  await using _session = await runtime.openSession();
  await using off = await answered(place, { housekeepingAfterMs: Infinity });
  // Long enough for what should not happen: one program that may tidy up does so meanwhile.
  await using other = await temporaryPlace();
  await using busy = await answered(other);
  await expect.poll(async () => mark(await busy.store(), "pages")).toBe("sound");

  const store = await runtime.store();
  expect(store.sessions.list().map(({ title }) => title)).toEqual(["Are you there?"]);
  expect(mark(store, "pages")).toBeUndefined();
  expect(off.notices).toEqual([]);
  expect(opened).toMatchObject([{ fillIndexAtOnce: false }]);
});

test("a snapshot is taken when every page is sound, and a conversation that ended without a summary gets one", async () => {
  await using place = await temporaryPlace();
  const path = join(place.home, "hermes.db");
  {
    await using state = openState({ path });
    state.journal.create({ id: "died", system: "x", tools: [], model: "m", platform: "cli", startedAt: 1 });
    for (const [role, text] of [
      ["user", "Where is the lighthouse?"],
      ["assistant", "On the cliff."],
    ] as const)
      state.journal.append("died", {
        type: "message",
        message: { role, content: [{ type: "text", text }] },
        at: 2,
      });
  }

  await using runtime = await answered(place);
  await expect.poll(async () => mark(await runtime.store(), "pages")).toBe("sound");

  expect((await runtime.store()).sessions.get("died")?.summary).toContain("On the cliff.");
  expect(readdirSync(`${path}.snapshots`)).toHaveLength(1);
});

test("runs that end at once leave a snapshot of each day, and the store that they take it of is whole", async () => {
  await using place = await temporaryPlace();
  const path = join(place.home, "hermes.db");
  const day = 86_400_000;
  const shortRun = async (): Promise<readonly string[]> => {
    // Long after the program has ended: as it is for whoever asks one question and reads the answer.
    const runtime = await answered(place, { housekeepingAfterMs: 60_000 });
    await runtime[Symbol.asyncDispose]();
    expect(runtime.warnings).toEqual([]);
    return existsSync(`${path}.snapshots`) ? readdirSync(`${path}.snapshots`) : [];
  };
  const age = (file: Sqlite.Database): unknown =>
    file.exec(`UPDATE housekeeping_marks SET at = at - ${day}`).close();

  const first = await shortRun();
  const second = await shortRun();
  age(new Sqlite(path));
  // A snapshot knows its time by its name.
  for (const name of second)
    renameSync(join(`${path}.snapshots`, name), join(`${path}.snapshots`, "2020-01-01T00-00-00.000Z.db"));
  const nextDay = await shortRun();

  expect([first, second, nextDay].map(({ length }) => length)).toEqual([1, 1, 2]);
  await using copy = openState({ path: join(`${path}.snapshots`, nextDay.toSorted().at(-1) ?? "") });
  expect(copy.sessions.list().map(({ messageCount }) => messageCount)).toEqual([2, 2, 2]);
  expect(await copy.checkPages()).toEqual([]);
});

test("a run that ends at once takes no snapshot of a damaged store, and says so", async () => {
  await using place = await temporaryPlace();
  const path = join(place.home, "hermes.db");
  {
    await using state = openState({ path });
    state.journal.create({ id: "a", system: "x", tools: [], model: "m", platform: "cli", startedAt: 1 });
    for (let n = 0; n < 100; n++)
      state.journal.append("a", {
        type: "message",
        message: { role: "user", content: [{ type: "text", text: `message ${n} ${"x".repeat(500)}` }] },
        at: Date.now(),
      });
    state.sessions.setSummary("a", { summary: "x", keywords: [] });
  }
  await spoilFirstMessages(path);
  const runtime = await answered(place, { housekeepingAfterMs: 60_000 });

  await runtime[Symbol.asyncDispose]();

  expect(runtime.warnings).toEqual([expect.stringContaining("`hermes restore`")]);
  expect(existsSync(`${path}.snapshots`)).toBe(false);
});

test("a damaged page is reported with what to do, and replaces no snapshot", async () => {
  await using place = await temporaryPlace();
  const path = join(place.home, "hermes.db");
  {
    await using state = openState({ path });
    for (const id of ["a", "b"]) {
      state.journal.create({ id, system: "x", tools: [], model: "m", platform: "cli", startedAt: 1 });
      for (let n = 0; n < 100; n++)
        state.journal.append(id, {
          type: "message",
          message: { role: "user", content: [{ type: "text", text: `message ${n} ${"x".repeat(500)}` }] },
          at: Date.now(),
        });
      state.sessions.setSummary(id, { summary: "x", keywords: [] });
    }
  }
  await spoilFirstMessages(path);

  await using runtime = await answered(place);
  await expect.poll(async () => mark(await runtime.store(), "pages")).toBe("damaged");

  expect(runtime.warnings).toEqual([expect.stringContaining("`hermes restore`")]);
  expect(existsSync(`${path}.snapshots`)).toBe(false);
});

test("two programs never do housekeeping at once, and the lease of a dead process is taken over", async () => {
  await using place = await temporaryPlace();
  await transcripts(place, 3);
  const path = join(place.home, "hermes.db");
  {
    await using first = await answered(place, { housekeepingAfterMs: Infinity });
    const store = await first.store();
    const lease = (pid: number): void =>
      store.transaction(({ run }) => {
        const until = Date.now() + 50_000;
        run("INSERT OR REPLACE INTO housekeeping_lease VALUES (1, 'other', ?, ?, ?)", host, pid, until);
      });
    const { hostname } = await import("node:os");
    const host = hostname();
    // The other one is at it and alive.
    lease(process.ppid);
    {
      const written: string[] = [];
      await using second = await answered(place, {
        openStore: (options) => noting(openState(options), written),
      });
      // It gives back what it may have: then it has tried.
      await expect.poll(() => written.join()).toContain("DELETE FROM housekeeping_lease");
      expect(store.transaction(({ all }) => all("SELECT holder FROM housekeeping_lease"))).toEqual([
        { holder: "other" },
      ]);
      expect(second.notices).toEqual([]);
    }
    // The process with the highest number there can be is not there.
    lease(2 ** 22 + 1);
  }

  await using third = await answered(place);
  await expect.poll(() => third.notices).toHaveLength(2);
  await using state = openState({ path });
  expect(state.sessions.list().filter(({ id }) => id.startsWith("old-"))).toHaveLength(3);
});

test("a secret is redacted in the store and in large results that are kept as files", async () => {
  await using place = await temporaryPlace();
  const secret = 'sk-Quokka"7391';
  await using runtime = await answered(place, { housekeepingAfterMs: Infinity });
  const folder = join(place.home, "results", "one");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "c1.txt"), `output:\n${secret} and ${JSON.stringify(secret)}\n`);
  await writeFile(join(folder, "c2.txt"), "nothing of the kind\n");
  const store = await runtime.store();
  const [session] = store.sessions.list();
  store.sessions.setSummary(session?.id ?? "", { summary: `about ${secret}`, keywords: [] });

  expect(await runtime.redact(secret)).toMatchObject({ rows: 1, files: 1 });

  expect(await readFile(join(folder, "c1.txt"), "utf8")).toBe('output:\n[redacted] and "[redacted]"\n');
  expect(await readFile(join(folder, "c2.txt"), "utf8")).toBe("nothing of the kind\n");
  expect(store.sessions.get(session?.id ?? "")?.summary).toBe("about [redacted]");
});

/** Notes what is written to the tables of housekeeping. */
function noting(state: State, written: string[]): State {
  const transaction: State["transaction"] = (work) =>
    state.transaction(({ all, run }) =>
      work({
        all,
        run(sql, ...values) {
          written.push(sql);
          return run(sql, ...values);
        },
      }),
    );
  return { ...state, transaction };
}

/** Overwrites pages of messages, but not the newest. */
async function spoilFirstMessages(path: string): Promise<void> {
  const database = new Sqlite(path);
  const pages = database
    .prepare<[], number>("SELECT pageno FROM dbstat WHERE name = 'messages' AND pagetype = 'leaf' LIMIT 3")
    .pluck()
    .all();
  database.pragma("wal_checkpoint(TRUNCATE)");
  database.close();
  const bytes = await readFile(path);
  for (const page of pages) bytes.fill(0xa5, (page - 1) * 4096, page * 4096);
  await writeFile(path, bytes);
}
