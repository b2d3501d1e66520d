import { readdir } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { ProcessTable } from "../src/index.ts";
import { countProcesses, openLocalPlace } from "./local-place.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";
const commandsPerSession = isLong ? 500 : 15;
const sessions = ["a", "b", "c", "d"];

interface Step {
  readonly taskId: string;
  readonly mark: string;
  readonly place: Awaited<ReturnType<typeof openLocalPlace>>;
  readonly processes: ProcessTable;
}

/** What sessions do, and what happens to them meanwhile. */
const steps: readonly ((step: Step) => Promise<void>)[] = [
  async ({ place, taskId }) => {
    const { output } = await place.backend.exec("export N=$((${N:-0} + 1)); echo $N", { taskId });
    expect(Number(output)).toBeGreaterThan(0);
  },
  async ({ place, taskId }) => {
    const { outputChars } = await place.backend.exec("head -c 300000 /dev/zero | tr '\\0' x", { taskId });
    expect(outputChars).toBe(300_000);
  },
  async ({ place, taskId, mark }) => {
    const command = `setsid sleep 60.${mark} & sleep 60.${mark} & sleep 60.${mark}`;
    expect(await place.backend.exec(command, { taskId, timeoutMs: 40 })).toMatchObject({ timedOut: true });
  },
  async ({ place, taskId, mark }) => {
    const running = place.backend.exec(`(sleep 60.${mark}; true)`, {
      taskId,
      signal: AbortSignal.timeout(30),
    });
    expect(await running).toMatchObject({ interrupted: true });
  },
  async ({ place, taskId }) => {
    // Killed from outside, as by a person or a full memory.
    const { signal } = await place.backend.exec("kill -9 $$; sleep 60", { taskId });
    expect(signal).toBe("SIGKILL");
  },
  async ({ processes, taskId, mark }) => {
    const entry = await processes.start(`sleep 60.${mark}; true`, { taskId });
    await entry.kill();
  },
  async ({ processes, taskId }) => {
    const entry = await processes.start("read -r x; echo $x", { taskId });
    await entry.write("hello\n");
    await entry.ended;
    expect(entry.output()).toBe("hello\n");
  },
  async ({ processes, taskId }) => {
    const entry = await processes.start("stty -echo; read -r x; printf '%s!' $x", { taskId, pty: true });
    await entry.write("hi\r");
    await entry.ended;
    expect(await entry.screen()).toMatch(/hi!/);
  },
  async ({ place, processes, taskId, mark }) => {
    await processes.start(`sleep 60.${mark}; true`, { taskId });
    // The session ends in the middle of its work.
    await processes.endTask(taskId);
    await place.backend.release(taskId);
  },
];

test(
  "thousands of commands in sessions side by side, many of them killed, leave no process, file or memory behind",
  { timeout: isLong ? 900_000 : 120_000 },
  async () => {
    await using place = await openLocalPlace();
    const processes = new ProcessTable({ backend: place.backend });
    const mark = `${process.pid}${Math.floor(Math.random() * 1e9)}`;
    const work = async (taskId: string, count: number): Promise<void> => {
      const next = randomNumbers(taskId);
      for (let index = 0; index < count; index += 1) {
        const step = steps[Math.floor(next() * steps.length)];
        await step?.({ place, taskId, mark, processes });
      }
    };
    // Warm, so that what is loaded once does not count.
    await Promise.all(sessions.map((taskId) => work(taskId, 10)));
    await endAll(place, processes);
    const before = await look();

    await Promise.all(sessions.map((taskId) => work(taskId, commandsPerSession)));
    await endAll(place, processes);

    expect(await countProcesses(mark)).toBe(0);
    const after = await untilSettled(before.files);
    expect(after.files).toBeLessThanOrEqual(before.files);
    // A leak of one command's output alone would be 300 kB for each of them.
    expect(after.heapBytes - before.heapBytes).toBeLessThan(isLong ? 20_000_000 : 10_000_000);
  },
);

async function endAll(place: Step["place"], processes: ProcessTable): Promise<void> {
  for (const taskId of sessions) {
    await processes.endTask(taskId);
    await place.backend.release(taskId);
  }
}

/** What was let go of is closed a moment later. */
async function untilSettled(files: number): Promise<{ readonly files: number; readonly heapBytes: number }> {
  for (let tries = 0; tries < 200 && (await look()).files > files; tries += 1) await delay(25);
  return await look();
}

async function look(): Promise<{ readonly files: number; readonly heapBytes: number }> {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
  const files = process.platform === "linux" ? (await readdir("/proc/self/fd")).length : 0;
  return { files, heapBytes: process.memoryUsage().heapUsed };
}

/** The same numbers in every run, others for each session. */
function randomNumbers(seed: string): () => number {
  let state = seed.charCodeAt(0) * 2_654_435_761;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
