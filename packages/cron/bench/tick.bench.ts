// One tick over 10,000 jobs in a store on disk: of none that is due, and of 100, whose slots are planned and not begun. The floor reads
// the same rows with one bare SELECT.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openState } from "@hermes/state";
import { median, report, waitQuiet } from "@hermes/tooling/bench";
import { createScheduler, cronTables, sqliteCronStore } from "../src/index.ts";
import type { Job } from "../src/index.ts";

const jobs = 10_000;
const runs = 21;
const hour = 3_600_000;
const start = Date.parse("2026-03-02T08:00:00Z");

const folder = mkdtempSync(join(tmpdir(), "hermes-bench-cron-"));
const state = openState({
  path: join(folder, "state.db"),
  migrations: [cronTables],
  fillIndexAtOnce: false,
});
const store = sqliteCronStore(state);
let now = start;

try {
  for (let index = 0; index < jobs; index++) await store.jobs.add(jobOf(index));
  await waitQuiet();
  await measure("none is due", () => (now += 1000));
  // 100 jobs share each second of the day.
  await measure("100 are due", (run) => (now = start + hour + run * 1000));
} finally {
  state.close();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(what: string, set: (run: number) => void): Promise<void> {
  const [ticks, selects]: [number[], number[]] = [[], []];
  const scheduler = createScheduler({
    ...{ store, maxParallel: 0, now: () => now, isGone: () => false },
    owner: { host: "bench", pid: process.pid },
    run: async () => "nothing",
  });
  for (let run = 0; run < runs; run++) {
    set(run);
    const before = performance.now();
    await scheduler.tick();
    const between = performance.now();
    state.read((tables) => tables.all("SELECT id, next_at FROM cron_jobs WHERE next_at > 0"));
    ticks.push(between - before);
    selects.push(performance.now() - between);
  }
  report({
    ...{ figure: `tick over 10,000 jobs of which ${what}`, unit: "ms", value: median(ticks) },
    ...{ better: "lower", goal: 20, floor: { name: "one SELECT", value: median(selects) } },
  });
}

function jobOf(index: number): Job {
  const [second, minute] = [((index / 100) % 60) | 0, (index / 6000) | 0];
  const nextAt = start + hour + Math.floor(index / 100) * 1000;
  return {
    ...{ id: index.toString(16).padStart(12, "0"), name: `job ${index}`, written: "daily" },
    schedule: {
      ...{ type: "cron", expression: `${second} ${minute} 9 * * *`, timeZone: "UTC" },
    },
    work: { type: "prompt", prompt: "Report.".repeat(20), skills: [], contextFrom: [] },
    ...{ deliver: ["local"], limits: { seconds: 600 }, jitterSeconds: 0 },
    ...{ catchUp: "once", overlap: "skip", state: "active", nextAt, runs: 0, madeBy: "person" },
    ...{ provenance: [], createdAt: start, changedAt: start, revision: 0 },
  };
}
