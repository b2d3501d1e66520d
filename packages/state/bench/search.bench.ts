// Search over prose with the word frequencies of a language, what the index costs in space, and appending in many scripts.
// The floor is a plain FTS5 table over the same texts, ranked over all matches, without sessions or snippets.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, report, waitQuiet } from "@hermes/tooling/bench";
import Sqlite from "better-sqlite3";
import { openState, type SearchOptions, type State } from "@hermes/state";
import { createRandom, makeText } from "../test/support/corpus.ts";

const full = process.env["HERMES_BENCH_FULL"] !== undefined;
const count = full ? 1_000_000 : 100_000;
const name = count.toLocaleString("en-US");
const folder = mkdtempSync(join(tmpdir(), "hermes-bench-search-"));
const random = createRandom(42);
const words = vocabulary(50_000);
const frequencies = zipf(words.length, 1.07);

try {
  await measureSearch();
  await measureScripts();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measureSearch(): Promise<void> {
  const path = join(folder, "prose.db");
  const floor = new Sqlite(join(folder, "floor.db"));
  floor.pragma("journal_mode = WAL");
  floor.exec(
    "CREATE TABLE m (id INTEGER PRIMARY KEY, text TEXT); CREATE VIRTUAL TABLE w USING fts5(text, content = 'm', content_rowid = 'id')",
  );
  const text = floor.prepare("INSERT INTO m (id, text) VALUES (?, ?)");
  const index = floor.prepare("INSERT INTO w (rowid, text) VALUES (?, ?)");
  const state = openState({ path });
  let bytes = 0;
  const sessions = Math.max(50, Math.floor(count / 50));
  for (let id = 0; id < sessions; id++)
    createSession(state, `s${id}`, ["cli", "telegram", "slack", "cron"][id % 4]);
  floor.exec("BEGIN");
  for (let id = 1; id <= count; id++) {
    const said = prose();
    bytes += said.length;
    append(state, `s${random.below(sessions)}`, said, id);
    text.run(id, said);
    index.run(id, said);
  }
  floor.exec("COMMIT");
  state.close();
  reportSize(`size of the database, ${name} messages of prose`, statSync(path).size / bytes, 1.8);

  const opened = openState({ path });
  await waitQuiet();
  const plain = floor.prepare<[string]>("SELECT rowid FROM w WHERE w MATCH ? ORDER BY rank LIMIT 20");
  const measure = (figure: string, query: string, goal?: number, options: SearchOptions = {}): void => {
    report({
      figure: `search ${name} messages: ${figure}`,
      unit: "ms",
      value: timeOf(() => opened.search(query, options)),
      better: "lower",
      ...(goal === undefined ? {} : { goal }),
      floor: { name: "plain FTS5, all ranked", value: timeOf(() => plain.all(query)) },
    });
  };
  measure("a word in every fourth", at(20), 10);
  measure("a word of middle frequency", at(400), full ? 10 : 1.2);
  measure("a rare word", at(20_000), 1);
  measure("a phrase of two common words", `"${at(2)} ${at(5)}"`, 60);
  measure("the beginning of a word", `${at(400).slice(0, 4)}*`);
  measure("two words of middle frequency", `${at(400)} ${at(700)}`);
  measure("two words but not a third", `(${at(400)} OR ${at(700)}) NOT ${at(20)}`);
  measure("a word of middle frequency, on one platform, by people", at(400), undefined, {
    platforms: ["telegram"],
    roles: ["user"],
  });
  const tenth = { from: Math.floor(count * 0.45), to: Math.floor(count * 0.55) };
  measure("a word in every fourth, of a tenth of the time", at(20), 60, tenth);
  measure("a word of middle frequency, of a tenth of the time", at(400), undefined, tenth);
  measure("a word in every fourth, on one platform", at(20), 60, { platforms: ["telegram"] });
  measure("a word of middle frequency, on one platform", at(400), undefined, { platforms: ["telegram"] });
  measure("a word in every fourth, in one session", at(20), 60, { sessionId: "s7" });
  opened.close();
  floor.close();
}

/** What reaches the index in nine scripts, with emoji and identifiers. */
async function measureScripts(): Promise<void> {
  const texts = Array.from({ length: 20_000 }, () => makeText(random));
  const bytes = texts.reduce((sum, each) => sum + Buffer.byteLength(each), 0);
  const rates: number[] = [];
  let size = 0;
  await waitQuiet();
  for (let run = 0; run < 3; run++) {
    const path = join(folder, `scripts-${run}.db`);
    const state = openState({ path });
    createSession(state, "s", "cli");
    const start = performance.now();
    for (const [at, text] of texts.entries()) append(state, "s", text, at);
    rates.push((texts.length * 1_000) / (performance.now() - start));
    state.close();
    size = statSync(path).size;
  }
  report({
    figure: "append of one message in nine scripts, synchronous=normal",
    unit: "messages/s",
    value: median(rates),
    better: "higher",
    goal: 4_000,
  });
  reportSize("size of the database, 20,000 messages in nine scripts", size / bytes, 3);
}

function reportSize(figure: string, value: number, goal: number): void {
  report({ figure, unit: "× text", value, better: "lower", goal });
}

function timeOf(work: () => unknown): number {
  const times: number[] = [];
  for (let run = 0; run < 16; run++) {
    const start = performance.now();
    work();
    if (run > 0) times.push(performance.now() - start);
  }
  return median(times);
}

function createSession(state: State, id: string, platform = "cli"): void {
  state.journal.create({ id, system: "", tools: [], model: "m", platform, startedAt: 1 });
}

function append(state: State, id: string, text: string, at: number): void {
  const content = [{ type: "text", text }] as const;
  state.journal.append(id, {
    type: "message",
    message: at % 2 ? { role: "user", content } : { role: "assistant", content, finishReason: "stop" },
    at,
  });
}

function at(rank: number): string {
  return words[rank] ?? "";
}

/** Ten to a hundred and more words; every seventh message holds a path. */
function prose(): string {
  const length = 10 + Math.floor((random.below(1_000) * random.below(1_000) * 220) / 1_000_000);
  const text = Array.from({ length }, someWord).join(" ");
  return random.below(7) === 0 ? `${text} { "path": "src/${someWord()}/${someWord()}.ts", "exit": 0 }` : text;
}

function someWord(): string {
  const chance = random.below(1_000_000) / 1_000_000;
  let low = 0;
  let high = words.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((frequencies[middle] ?? 1) < chance) low = middle + 1;
    else high = middle;
  }
  return at(low);
}

function vocabulary(size: number): readonly string[] {
  const syllables =
    "ka to mi re so la ne du vi ra pe lo chi ban ter mon dal fi ger ost ain ul sta pro con de in ex sub".split(
      " ",
    );
  const found = new Set<string>();
  while (found.size < size)
    found.add(Array.from({ length: 2 + random.below(4) }, () => random.of(syllables)).join(""));
  return [...found];
}

/** The share of all words that those up to each rank make up. */
function zipf(size: number, exponent: number): Float64Array {
  const shares = new Float64Array(size);
  let sum = 0;
  for (let rank = 0; rank < size; rank++) shares[rank] = sum += (rank + 1) ** -exponent;
  return shares.map((share) => share / sum);
}
