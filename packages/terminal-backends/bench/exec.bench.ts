// What a command costs beyond the process that it is: `true` through the backend, beside a bare spawn of it, beside
// bash started bare with its output in a pipe, and beside the same through execa.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLocalBackend } from "@hermes/terminal-backends";
import { median, report, waitQuiet } from "@hermes/tooling/bench";
import { execa } from "execa";

const rounds = process.env["HERMES_BENCH_FULL"] === undefined ? 7 : 21;
const callsPerRound = 60;
const folder = mkdtempSync(join(tmpdir(), "hermes-bench-backend-"));
const backend = createLocalBackend({ cwd: folder, env: process.env, tmpDir: folder });
const bash = ["--noprofile", "--norc", "-c", "true"];

const contestants = {
  "backend.exec": () => backend.exec("true", { taskId: "bench" }),
  "bare spawn of true": () => spawned("true", [], "ignore"),
  "bare spawn of bash": () => spawned("bash", bash, "pipe"),
  "execa, bash": () => execa("bash", bash, { all: true, stdin: "ignore" }),
};

try {
  await waitQuiet();
  const times = new Map(Object.keys(contestants).map((name) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, call] of Object.entries(contestants)) {
      const startedAt = performance.now();
      for (let index = 0; index < callsPerRound; index += 1) await call();
      // The first round warms everything up.
      if (round > 0) times.get(name)?.push((performance.now() - startedAt) / callsPerRound);
    }
  }
  const of = (name: keyof typeof contestants) => median(times.get(name) ?? []);
  const floor = of("bare spawn of true");
  report({
    figure: "terminal: one call of `true`",
    unit: "ms",
    value: of("backend.exec"),
    better: "lower",
    goal: 1.5 * floor + 3,
    floor: { name: "bare spawn of true", value: floor },
    others: [
      { name: "bare spawn of bash", value: of("bare spawn of bash") },
      { name: "execa, bash", value: of("execa, bash") },
    ],
  });
} finally {
  await backend.dispose();
  rmSync(folder, { recursive: true, force: true });
}

function spawned(command: string, args: readonly string[], output: "ignore" | "pipe"): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", output, "ignore"] });
    child.stdout?.resume();
    child.once("error", reject);
    child.once("close", resolve);
  });
}
