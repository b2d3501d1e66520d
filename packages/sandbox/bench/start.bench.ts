// How long it takes until code runs, cold, in a jail, and with an interpreter that was started ahead. The floors
// are bare interpreters that print and end: Python with what its calls need, Node with a script.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { chooseIsolation } from "@hermes/jail";
import { median, report, waitQuiet } from "@hermes/tooling/bench";
import { createSandbox } from "@hermes/sandbox";
import type { LanguageName, Sandbox } from "@hermes/sandbox";
import { findPython } from "../src/languages/find-python.ts";

const runs = process.env["HERMES_BENCH_FULL"] === undefined ? 15 : 41;
const env = { PATH: process.env["PATH"] };
const folder = mkdtempSync(join(tmpdir(), "hermes-bench-start-"));
const python = (await findPython(env))?.executable ?? "python3";
const hasJail = !("refused" in (await chooseIsolation("jail")));
const stub = join(folder, "stub.py");
const now = {
  python: "import time\nprint(time.time() * 1000)",
  javascript: "console.log(performance.timeOrigin + performance.now())",
};
writeFileSync(stub, `import json, socket\n${now.python}\n`);
const bare = join(folder, "bare.mjs");
writeFileSync(bare, `${now.javascript}\n`);
/** The code reads the clock itself. A tool is at hand, as it is for every script that needs a sandbox. */
const code = { python: `import json, socket\n${now.python}`, javascript: now.javascript };

/** The kernel takes the namespaces of a jail down after its end: whatever comes next would pay for that. */
const takenDownMs = 50;
/** The time in which the next interpreter starts: a model thinks longer than that. */
const startedMs = 400;

function clock(): number {
  return performance.timeOrigin + performance.now();
}

/** Milliseconds until the code says something. */
async function ofSandbox(sandbox: Sandbox, language: LanguageName): Promise<number> {
  const startedAt = clock();
  const { output, errors } = await sandbox.run(code[language], { language });
  if (errors !== "") throw new Error(errors);
  return Number(output) - startedAt;
}

async function ofProcess(command: string, args: readonly string[]): Promise<number> {
  const startedAt = clock();
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "ignore"], env });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await once(child, "close");
  return Number(output) - startedAt;
}

try {
  await using plain = createSandbox({ chooseIsolation, isolation: "process", env });
  await using jailed = createSandbox({ chooseIsolation, isolation: hasJail ? "jail" : "process", env });
  await using ahead = createSandbox({
    chooseIsolation,
    isolation: hasJail ? "jail" : "process",
    startAhead: true,
    env,
  });
  const contestants = {
    python: () => ofSandbox(plain, "python"),
    pythonFloor: () => ofProcess(python, ["-I", "-S", stub]),
    pythonJail: () => ofSandbox(jailed, "python"),
    node: () => ofSandbox(plain, "javascript"),
    nodeFloor: () => ofProcess(process.execPath, [bare]),
    nodeJail: () => ofSandbox(jailed, "javascript"),
  };
  const startedAhead = {
    pythonAhead: () => ofSandbox(ahead, "python"),
    nodeAhead: () => ofSandbox(ahead, "javascript"),
  };
  const times: Record<string, number[]> = {};
  await waitQuiet();
  // Behind those that are started ahead the next one starts, so they are measured by themselves.
  for (const [group, restMs] of [
    [contestants, takenDownMs],
    [startedAhead, startedMs],
  ] as const)
    for (let run = -2; run < runs; run++)
      for (const [name, take] of Object.entries(group)) {
        await delay(restMs);
        const ms = await take();
        if (run >= 0) (times[name] ??= []).push(ms);
      }
  const of = (name: keyof typeof contestants | keyof typeof startedAhead): number =>
    median(times[name] ?? []);
  for (const [language, floor] of [
    ["python", "python3 -I -S with json and socket"],
    ["node", "node with a script"],
  ] as const) {
    const bareMs = of(`${language}Floor`);
    report({
      figure: `start of a run, ${language}, no jail`,
      unit: "ms",
      value: of(language),
      better: "lower",
      goal: bareMs * (language === "python" ? 1.4 : 1.5),
      floor: { name: floor, value: bareMs },
    });
    if (!hasJail) continue;
    report({
      figure: `start of a run, ${language}, what the jail adds`,
      unit: "ms",
      value: of(`${language}Jail`) - of(language),
      better: "lower",
      goal: 10,
    });
    report({
      figure: `start of a run, ${language}, in a jail that was started ahead`,
      unit: "ms",
      value: of(`${language}Ahead`),
      better: "lower",
      goal: 3,
      floor: { name: floor, value: bareMs },
    });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
