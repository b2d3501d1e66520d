import { Worker } from "node:worker_threads";

/** Runs beside the plug-in, which may keep its own thread busy. */
const watcher = `
const { workerData: { maxBytes, parent } } = require("node:worker_threads");
const { writeSync } = require("node:fs");
setInterval(() => {
  const bytes = process.memoryUsage.rss();
  if (bytes <= maxBytes && process.ppid === parent) return;
  if (bytes > maxBytes) writeSync(2, "It took more than " + Math.round(maxBytes / 1e6) + " MB of memory.\\n");
  process.kill(process.pid, "SIGKILL");
}, 200);
`;

/** Ends this process where it takes too much memory, of which that of bytes is bounded by nothing else, and where its host is gone. */
export function watchProcess(maxMb: number): void {
  const workerData = { maxBytes: maxMb * 1_000_000, parent: process.ppid };
  const worker = new Worker(watcher, { eval: true, workerData });
  // Where a jail does not tell how much memory is taken, nothing is watched; the jail has limits of its own.
  worker.on("error", () => undefined);
  worker.unref();
}
