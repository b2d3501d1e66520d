import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createScheduler, slotKey } from "@hermes/cron";
import type { CatchUp, CronStore, Overlap } from "@hermes/cron";
import { expect, onTestFinished, test } from "vitest";
import { Coverage, covered } from "../support/coverage.ts";
import { newJob } from "../support/job.ts";
import { openStore, owner } from "../support/open-store.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";
const sizes = isLong
  ? { jobs: 12, everyMs: 100, slots: 10_000, kills: 60, lifeMs: 3_000 }
  : { jobs: 4, everyMs: 40, slots: 400, kills: 4, lifeMs: 1_200 };
const program = fileURLToPath(new URL("../support/scheduler-process.ts", import.meta.url));
const catchUps: readonly CatchUp[] = ["once", "all", "none"];
const overlaps: readonly Overlap[] = ["skip", "queue", "cancel"];

function startProcess(path: string, effects: string): ChildProcess {
  const child = spawn(process.execPath, ["--conditions=@hermes/source", program, path, effects], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Ends it as a crash does. */
async function crash(child: ChildProcess): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

async function addJobs(store: CronStore, coverage: Coverage): Promise<void> {
  const anchor = Date.now();
  for (let index = 0; index < sizes.jobs; index++) {
    const everyMs = sizes.everyMs + index;
    const job = newJob({
      ...{ id: `job${index}`, nextAt: anchor + everyMs },
      schedule: { type: "interval", everyMs, anchor },
      ...{ catchUp: catchUps[index % 3] ?? "once", overlap: overlaps[(index >> 1) % 3] ?? "skip" },
    });
    await store.jobs.add(job);
    coverage.opened(job);
  }
}

test(
  "schedulers that are killed in the middle of runs leave one receipt for each time, and no effect twice",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "hermes-cron-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [path, effects] = [join(folder, "state.db"), join(folder, "effects")];
    writeFileSync(effects, "");
    using open = openStore(path);
    const coverage = new Coverage();
    await addJobs(open.store, coverage);

    const children = [startProcess(path, effects), startProcess(path, effects)];
    for (let kill = 0; ; kill++) {
      await wait(sizes.lifeMs * (0.7 + 0.3 * Math.random()));
      const slots = await open.store.slots.history({ limit: sizes.slots });
      if (kill >= sizes.kills && slots.length >= sizes.slots) break;
      const killed = children.shift();
      if (killed !== undefined) await crash(killed);
      children.push(startProcess(path, effects));
    }
    await Promise.all(children.map(crash));
    for (const job of await open.store.jobs.list()) {
      coverage.closed(job);
      await open.store.jobs.replace({ ...job, state: "paused", nextAt: undefined });
    }
    // The last one settles what is open.
    const lines = (): readonly string[] => readFileSync(effects, "utf8").split("\n").filter(Boolean);
    await using last = createScheduler({
      ...{ store: open.store, owner, isGone: () => true },
      async run({ slot }) {
        if (!lines().includes(slotKey(slot))) writeFileSync(effects, `${slotKey(slot)}\n`, { flag: "a" });
        return { outcome: "answered", deliveries: [] };
      },
    });
    await last.tick();

    const slots = await open.store.slots.history({ limit: 1_000_000 });
    expect(slots.filter(({ state }) => state === "waiting" || state === "running")).toEqual([]);
    expect(covered(slots)).toEqual(await coverage.expected(open.store));
    expect(new Set(lines()).size).toBe(lines().length);
    const ran = slots.filter(({ state }) => state === "ran");
    const answered = ran.filter(({ result }) => result?.outcome === "answered");
    const happened = new Set(lines());
    expect(answered.map(slotKey).filter((key) => !happened.has(key))).toEqual([]);
    const keys = new Set(ran.map(slotKey));
    expect([...happened].filter((key) => !keys.has(key))).toEqual([]);
    expect(slots.some(({ deaths }) => deaths > 0)).toBe(true);
  },
  isLong ? 1_200_000 : 60_000,
);
