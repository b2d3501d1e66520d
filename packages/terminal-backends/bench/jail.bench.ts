// What the wall costs: `true` in a kept jail beside `true` without one, in turns; the first command of a task, cold and after
// `prepare`.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createLocalBackend } from "@hermes/terminal-backends";
import type { Backend } from "@hermes/terminal-backends";
import { median, report, waitQuiet } from "@hermes/tooling/bench";
import { jailWall } from "../test/jail-wall.ts";

const rounds = process.env["HERMES_BENCH_FULL"] === undefined ? 7 : 21;
const callsPerRound = 60;
const firstCalls = 5;
/** Longer than a jail takes to be there, and shorter than a model thinks. */
const thinkingMs = 500;
const root = mkdtempSync("/var/tmp/hermes-bench-kept-");
const [workspace, home] = [join(root, "work"), join(root, "home")];
for (const folder of [workspace, home]) mkdirSync(folder);
const env = { ...process.env, HOME: home };
const wall = jailWall({ workspace, home, network: { hosts: [] } });
const open = createLocalBackend({ cwd: workspace, env, tmpDir: root });
const walled = createLocalBackend({ cwd: workspace, env, tmpDir: root, wall });

async function callOf(backend: Backend): Promise<number> {
  const startedAt = performance.now();
  for (let index = 0; index < callsPerRound; index += 1) await backend.exec("true", { taskId: "bench" });
  return (performance.now() - startedAt) / callsPerRound;
}

/** @returns What the first command of a task took, and the preparation itself. */
async function firstOf(
  taskId: string,
  thinks: boolean,
): Promise<{ readonly first: number; readonly preparing: number }> {
  const preparedAt = performance.now();
  if (thinks) await walled.prepare?.({ taskId });
  const preparing = performance.now() - preparedAt;
  if (thinks) await delay(thinkingMs);
  const startedAt = performance.now();
  await walled.exec("true", { taskId });
  const first = performance.now() - startedAt;
  await walled.release(taskId);
  return { first, preparing };
}

try {
  await waitQuiet();
  const times: Record<"open" | "walled" | "cold" | "prepared" | "preparing", number[]> = {
    open: [],
    walled: [],
    cold: [],
    prepared: [],
    preparing: [],
  };
  // The first round warms everything up.
  for (let round = -1; round < rounds; round += 1) {
    const [without, behind] = [await callOf(open), await callOf(walled)];
    if (round < 0) continue;
    times.open.push(without);
    times.walled.push(behind);
  }
  for (let call = 0; call < firstCalls; call += 1) {
    times.cold.push((await firstOf(`cold-${call}`, false)).first);
    const { first, preparing } = await firstOf(`prepared-${call}`, true);
    times.prepared.push(first);
    times.preparing.push(preparing);
  }
  const floor = median(times.open);
  report({
    figure: "terminal: one call of `true` behind the wall",
    unit: "ms",
    value: median(times.walled),
    better: "lower",
    goal: floor + 1,
    floor: { name: "without a wall", value: floor },
    others: [],
  });
  report({
    figure: "terminal: the first call behind the wall, prepared",
    unit: "ms",
    value: median(times.prepared),
    better: "lower",
    goal: 20,
    floor: { name: "a later call", value: median(times.walled) },
    others: [
      { name: "not prepared", value: median(times.cold) },
      { name: "preparing, while the model thinks", value: median(times.preparing) },
    ],
  });
} finally {
  await Promise.all([open.dispose(), walled.dispose()]);
  rmSync(root, { recursive: true, force: true });
}
