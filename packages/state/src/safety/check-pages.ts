import { createRequire } from "node:module";
import type { Connection } from "../database/connect.ts";
import { harmful, problemsIn } from "./backup.ts";

/** What runs in a thread of its own: reading every page of a large store takes seconds. */
const script = `
const { parentPort, workerData } = require("node:worker_threads");
const Sqlite = require(workerData.driver);
const database = new Sqlite(workerData.path, { readonly: true });
try {
  parentPort.postMessage(database.prepare("PRAGMA quick_check").pluck().all());
} catch (error) {
  parentPort.postMessage([String(error)]);
} finally {
  database.close();
}`;

/**
 * Reads every page of the store in the background.
 *
 * @returns What is wrong, in SQLite's words; empty when nothing is.
 */
export function createCheckPages({
  database,
  path,
  attempt,
  onWarning,
}: Connection): (options?: { readonly signal?: AbortSignal | undefined }) => Promise<readonly string[]> {
  async function check(signal: AbortSignal | undefined): Promise<readonly string[]> {
    attempt(() => database.pragma("page_count"));
    if (path === ":memory:") return problemsIn(database);
    return harmful(await inThread(path, signal));
  }

  return async ({ signal } = {}) => {
    signal?.throwIfAborted();
    const problems = await check(signal);
    if (problems.length > 0)
      onWarning(`The store "${path}" is damaged (${problems[0]}). Restore it from a backup or a snapshot.`);
    return problems;
  };
}

async function inThread(path: string, signal: AbortSignal | undefined): Promise<readonly string[]> {
  const { Worker } = await import("node:worker_threads");
  const driver = createRequire(import.meta.url).resolve("better-sqlite3");
  const worker = new Worker(script, { eval: true, workerData: { driver, path } });
  const stop = (): void => void worker.terminate();
  signal?.addEventListener("abort", stop);
  try {
    return await new Promise<readonly string[]>((done, fail) => {
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
