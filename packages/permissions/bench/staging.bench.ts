// What trying a command on a copy costs, over a tree of 2 000 files: the overlay and the jail, beside a bare shell.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createStager } from "@hermes/permissions";
import type { StageExec } from "@hermes/permissions";
import { median, report, waitQuiet } from "@hermes/tooling/bench";

const exec: StageExec = (command, { cwd }) =>
  new Promise((resolve, reject) => {
    const child = spawn("bash", ["--noprofile", "--norc", "-c", command], {
      cwd,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.on("data", (text) => (output += String(text)));
    child.on("error", reject);
    child.on("close", (exitCode) => resolve({ output, exitCode, timedOut: false, interrupted: false }));
  });

const folder = mkdtempSync(join(tmpdir(), "hermes-bench-staging-"));
const workspace = join(folder, "work");
for (let each = 0; each < 40; each++) {
  mkdirSync(join(workspace, `folder-${each}`), { recursive: true });
  for (let file = 0; file < 50; file++)
    writeFileSync(join(workspace, `folder-${each}`, `${file}.txt`), `${file}\n`);
}
const stager = createStager({ exec, scratchFolders: [join(folder, "copies")] });
const command = "echo more >> folder-1/1.txt && rm folder-2/2.txt";

try {
  const obstacle = await stager.unavailable();
  if (obstacle === undefined) {
    await waitQuiet();
    const times = { bare: [] as number[], staged: [] as number[] };
    for (let round = 0; round < 25; round++) {
      const options = { taskId: "bench", cwd: workspace };
      let at = performance.now();
      await exec("true", options);
      times.bare.push(performance.now() - at);
      at = performance.now();
      const signal = new AbortController().signal;
      const trial = await stager.stage(command, { ...options, roots: [workspace], signal });
      times.staged.push(performance.now() - at);
      await trial.discard();
    }
    report({
      figure: "a command tried on a copy of 2 000 files",
      unit: "ms",
      value: median(times.staged),
      better: "lower",
      goal: 80,
      floor: { name: "bash -c true", value: median(times.bare) },
    });
  } else {
    process.stderr.write(`Not measured: ${obstacle}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
