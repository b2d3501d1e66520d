// One message per transaction, and what opening costs. The floor writes the same text with one prepared insert of
// better-sqlite3 into a table with the same index and a word index, and keeps no sums, title, usage or steps.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, report, waitQuiet } from "@hermes/tooling/bench";
import Sqlite from "better-sqlite3";
import { openState, type JournalEntry, type State } from "@hermes/state";

const runs = 5;
const full = process.env["HERMES_BENCH_FULL"] !== undefined;
const folder = mkdtempSync(join(tmpdir(), "hermes-bench-state-"));
const words =
  "the store keeps what was said and finds it again when it is asked for by word or by time ".split(" ");
const texts = Array.from({ length: 256 }, (_, index) => prose(150 + ((index * 37) % 500), index));
const usage = {
  inputTokens: 900,
  outputTokens: 80,
  cacheReadTokens: 700,
  cacheWriteTokens: 20,
  reasoningTokens: 0,
};
let files = 0;

try {
  await measureAppends("normal", 10_000, 9_000);
  await measureAppends("full", 2_000, 4_000);
  await measureOpening(full ? 3_000_000 : 100_000);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measureAppends(synchronous: "normal" | "full", count: number, goal: number): Promise<void> {
  const rates = { ours: [] as number[], floor: [] as number[] };
  await waitQuiet();
  for (let run = 0; run < runs; run++) {
    rates.floor.push(count / secondsOf(rawInserts(synchronous, count)));
    rates.ours.push(count / secondsOf(journalAppends(synchronous, count)));
  }
  report({
    figure: `append of one message that is searchable at once, synchronous=${synchronous}`,
    unit: "messages/s",
    value: median(rates.ours),
    better: "higher",
    goal,
    floor: { name: "raw better-sqlite3 with a word index", value: median(rates.floor) },
  });
}

function journalAppends(synchronous: "normal" | "full", count: number): () => void {
  const state = openState({ path: nextPath(), synchronous });
  createSession(state, "s");
  return () => {
    for (let index = 0; index < count; index++) state.journal.append("s", entryOf(index));
    state.close();
  };
}

function rawInserts(synchronous: "normal" | "full", count: number): () => void {
  const database = new Sqlite(nextPath());
  database.pragma("journal_mode = WAL");
  database.pragma(`synchronous = ${synchronous}`);
  database.exec(
    `CREATE TABLE messages (id INTEGER PRIMARY KEY, session INTEGER NOT NULL, role TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL);
     CREATE INDEX by_session ON messages (session);
     CREATE VIRTUAL TABLE words USING fts5(text, content = 'messages', content_rowid = 'id')`,
  );
  const insert = database.prepare("INSERT INTO messages (session, role, text, at) VALUES (?, ?, ?, ?)");
  const addWords = database.prepare("INSERT INTO words (rowid, text) VALUES (?, ?)");
  const append = database.transaction((index: number) => {
    const text = textOf(index);
    addWords.run(insert.run(1, index % 2 ? "assistant" : "user", text, index).lastInsertRowid, text);
  }).immediate;
  return () => {
    for (let index = 0; index < count; index++) append(index);
    database.close();
  };
}

/** Opening up to the first list, as every start of a program does. */
async function measureOpening(count: number): Promise<void> {
  const path = nextPath();
  const filled = openState({ path });
  for (let session = 0; session < count / 100; session++) createSession(filled, `s${session}`);
  for (let index = 0; index < count; index++)
    filled.journal.append(`s${index % (count / 100)}`, entryOf(index));
  filled.close();
  const times = { ours: [] as number[], floor: [] as number[], load: [] as number[] };
  await waitQuiet();
  for (let run = 0; run < runs * 3; run++) {
    times.floor.push(rawOpenMs(path));
    const { openMs, loadMs } = openAndLoad(path);
    times.ours.push(openMs);
    times.load.push(loadMs);
  }
  report({
    figure: `open a store of ${count.toLocaleString("en-US")} messages and find the latest session`,
    unit: "ms",
    value: median(times.ours),
    better: "lower",
    goal: full ? 50 : 10,
    floor: { name: "raw better-sqlite3, one row read", value: median(times.floor) },
  });
  report({
    figure: "load a session of 100 messages",
    unit: "ms",
    value: median(times.load),
    better: "lower",
  });
}

function openAndLoad(path: string): { openMs: number; loadMs: number } {
  const start = performance.now();
  const state = openState({ path });
  const latest = state.sessions.latest();
  const opened = performance.now();
  state.journal.load(latest?.id ?? "");
  const loaded = performance.now();
  state.close();
  return { openMs: opened - start, loadMs: loaded - opened };
}

function rawOpenMs(path: string): number {
  const start = performance.now();
  const database = new Sqlite(path);
  database.prepare("SELECT * FROM messages LIMIT 1").get();
  const opened = performance.now();
  database.close();
  return opened - start;
}

function createSession(state: State, id: string): void {
  state.journal.create({ id, system: texts.join(" "), tools: [], model: "m", platform: "cli", startedAt: 1 });
}

function entryOf(index: number): JournalEntry {
  const content = [{ type: "text", text: textOf(index) }] as const;
  return index % 2
    ? {
        type: "message",
        message: { role: "assistant", content, finishReason: "stop" },
        usage,
        model: "m",
        durationMs: 900,
        at: index,
      }
    : { type: "message", message: { role: "user", content }, at: index };
}

function textOf(index: number): string {
  return texts[index % texts.length] ?? "";
}

function prose(length: number, seed: number): string {
  let text = "";
  for (let index = seed; text.length < length; index += 1 + (index % 3))
    text += `${words[index % words.length]} `;
  return text.slice(0, length);
}

function secondsOf(work: () => void): number {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1_000;
}

function nextPath(): string {
  return join(folder, `${++files}.db`);
}
