import { createRequire } from "node:module";
import type { Connection } from "../database/connect.ts";
import type { SearchIndex } from "../search/search-index.ts";
import { harmful, problemsIn } from "./backup.ts";

/**
 * What runs in a thread of its own: reading every page of a large store takes seconds. Where something is wrong, each
 * table is looked at for itself, since SQLite gives up at the first page that makes no sense.
 */
const script = `
const { parentPort, workerData } = require("node:worker_threads");
const Sqlite = require(workerData.driver);
const database = new Sqlite(workerData.path, { readonly: true });
const check = (sql) => {
  try {
    return database.prepare(sql).pluck().all();
  } catch (error) {
    return [String(error.message)];
  }
};
try {
  const all = check("PRAGMA quick_check");
  const tables = all.length === 1 && all[0] === "ok" ? [] :
    database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
  const byTable = tables.map((table) => ({ table, lines: check("PRAGMA quick_check('" + table + "')") }));
  parentPort.postMessage({ all, byTable });
} catch (error) {
  parentPort.postMessage({ all: [String(error.message)], byTable: [] });
} finally {
  database.close();
}`;

interface Findings {
  readonly all: readonly string[];
  readonly byTable: readonly { readonly table: string; readonly lines: readonly string[] }[];
}

/**
 * Reads every page of the store in the background. The search index is derived: when it is damaged, it is built anew.
 *
 * @returns What is wrong with the rest, in SQLite's words; empty when nothing is.
 */
export function createCheckPages(
  { database, path, file, readOnly, attempt, onWarning }: Connection,
  index: SearchIndex,
): (options?: { readonly signal?: AbortSignal | undefined }) => Promise<readonly string[]> {
  async function check(signal: AbortSignal | undefined): Promise<Findings> {
    attempt(() => database.pragma("page_count"));
    if (file === ":memory:") return { all: problemsIn(database), byTable: [] };
    return await inThread(file, signal);
  }

  return async ({ signal } = {}) => {
    signal?.throwIfAborted();
    const { all, byTable } = await check(signal);
    const problems = harmful(all);
    if (problems.length === 0) return [];
    const damaged = byTable.filter(({ lines }) => harmful(lines).length > 0);
    const ofIndex = damaged.filter(({ table }) => isIndex(table));
    const ofOthers = damaged.filter(({ table }) => !isIndex(table));
    if (ofIndex.length > 0 && !readOnly) attempt(() => index.markDamaged());
    if (ofIndex.length > 0 && ofOthers.length === 0) return [];
    const serious = ofOthers.flatMap(({ table, lines }) =>
      harmful(lines).map((line) => `table ${table}: ${line}`),
    );
    const told = serious.length > 0 ? serious : problems;
    onWarning(
      `The store "${path}" is damaged (${told[0]}). What can be read stays readable; \`hermes restore\` shows the snapshots and puts one in its place.`,
    );
    return told;
  };
}

function isIndex(table: string): boolean {
  return /^(message|session)_words(_|$)/.test(table);
}

async function inThread(path: string, signal: AbortSignal | undefined): Promise<Findings> {
  const { Worker } = await import("node:worker_threads");
  const driver = createRequire(import.meta.url).resolve("better-sqlite3");
  const worker = new Worker(script, { eval: true, workerData: { driver, path } });
  const stop = (): void => void worker.terminate();
  signal?.addEventListener("abort", stop);
  try {
    return await new Promise<Findings>((done, fail) => {
      worker.once("message", done);
      worker.once("error", fail);
      worker.once("exit", () =>
        fail(signal?.reason ?? new Error("The check of the store ended without a result.")),
      );
    });
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}
