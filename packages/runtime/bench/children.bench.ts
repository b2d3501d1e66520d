// What a child costs beside its history: from the call that starts it to its first request, where its modules are loaded because
// others ran before; and the memory of those that run at once, each between two requests. The model is scripted and never answers.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { loadSettings } from "@hermes/config";
import type { Model } from "@hermes/models";
import { median, report } from "@hermes/tooling/bench";
import { createRuntime } from "../src/index.ts";

const atOnce = 50;
const rounds = 30;
// The program that runs benches knows nothing of what one of them needs.
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void; // the flag makes it one

const folder = mkdtempSync(join(tmpdir(), "hermes-bench-children-"));
try {
  const [project, home] = [join(folder, "project"), join(folder, "home")];
  for (const each of [project, home]) mkdirSync(each);
  writeFileSync(join(home, "config.yaml"), `delegation: {max_async_children: ${atOnce}}\n`);
  const env = { PATH: process.env["PATH"], HOME: folder, HERMES_HOME: home };
  let asked = (): void => undefined;
  const model: Model = {
    ...{ id: "silent", provider: "bench", contextWindow: 128_000 },
    async *stream(_request, { signal }) {
      asked();
      await new Promise((_resolve, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
      );
    },
  };
  await using runtime = createRuntime({
    ...{ loaded: await loadSettings({ env }), cwd: project, env, platform: "cli", model },
    housekeepingAfterMs: Infinity,
  });
  await using session = await runtime.openSession();
  await session.agent.open();
  const start = async (): Promise<string> => {
    const request = new Promise<void>((resolve) => (asked = resolve));
    const [run] = await session.children.start([{ goal: "Wait." }], { background: true });
    await request;
    return run?.record.id ?? "";
  };

  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = performance.now();
    const id = await start();
    times.push(performance.now() - before);
    await session.children.interrupt(id);
  }
  report({
    figure: "a child begins: from the call to its first request",
    unit: "ms",
    value: median(times.slice(5)),
    better: "lower",
    goal: 10,
    others: [{ name: "the first one of a process", value: times[0] ?? 0 }],
  });

  const heap = async (): Promise<number> => {
    await delay(50);
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = await heap();
  for (let count = 0; count < atOnce; count++) await start();
  report({
    figure: `memory of a child, ${atOnce} at once`,
    unit: "MB",
    value: ((await heap()) - before) / atOnce / 1e6,
    better: "lower",
    goal: 3,
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
