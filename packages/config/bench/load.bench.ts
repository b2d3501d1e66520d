// Settings are read on every start. The floor is a look at two files that are not there.
import { statSync } from "node:fs";
import { median, report } from "@hermes/tooling/bench";
import { loadSettings } from "../src/index.ts";

const homedir = "/nonexistent-home";

async function milliseconds(load: () => unknown): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < 101; round++) {
    const startedAt = performance.now();
    await load();
    rounds.push(performance.now() - startedAt);
  }
  return median(rounds);
}

function lookForFiles(): void {
  for (const name of ["config.yaml", ".env"])
    statSync(`${homedir}/.hermes/${name}`, { throwIfNoEntry: false });
}

const startedAt = performance.now();
await loadSettings({ env: {}, homedir });
const first = performance.now() - startedAt;

report({
  figure: "settings without a file, first load",
  unit: "ms",
  value: first,
  better: "lower",
  goal: 5,
  floor: { name: "two missing files", value: await milliseconds(lookForFiles) },
  others: [{ name: "later loads", value: await milliseconds(() => loadSettings({ env: {}, homedir })) }],
});
