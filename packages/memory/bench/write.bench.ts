// What saving one fact costs where the notes are nearly full. The floor replaces a file of the same size in the same
// way, durably and by rename, and looks at nothing.
import {
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openMemory } from "@hermes/memory";
import { median, report, waitQuiet } from "@hermes/tooling/bench";

const runs = 60;
const folder = mkdtempSync(join(tmpdir(), "hermes-bench-memory-"));
const entries = Array.from(
  { length: 25 },
  (_, index) => `The service number ${index} of the cluster keeps its logs in /var/log/${index}/app.log`,
);

try {
  writeFileSync(join(folder, "MEMORY.md"), `${entries.join("\n§\n")}\n`);
  const memory = openMemory({ folder, memoryCharLimit: 4_000 });
  const text = `${entries.join("\n§\n")}\n`;
  await memory.add("memory", "Warm");
  await memory.remove("memory", "Warm");
  const times = { ours: [] as number[], floor: [] as number[] };
  await waitQuiet();
  for (let run = 0; run < runs; run++) {
    times.floor.push(timeOf(() => replaceFile(join(folder, "floor.md"), text)));
    const startedAt = performance.now();
    await memory.add("memory", `Fact ${run} is that the sky looks different from place ${run}`);
    times.ours.push(performance.now() - startedAt);
    await memory.remove("memory", `Fact ${run} `);
  }
  report({
    figure: "saving a fact beside 25 others, with its receipt",
    unit: "ms",
    value: median(times.ours),
    better: "lower",
    floor: { name: "one durable replacement of the file", value: median(times.floor) },
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function timeOf(work: () => void): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

function replaceFile(path: string, text: string): void {
  const file = openSync(`${path}.new`, "w", 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
}
