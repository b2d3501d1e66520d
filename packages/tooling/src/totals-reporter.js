import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { root } from "./paths.js";

/** @typedef {{ passed: readonly string[], failed: readonly string[], skipped: readonly string[] }} Outcomes */

/**
 * Closes a run with one plain line that people and machines can read: `12 passed, 0 failed, 1 skipped`.
 * Before it are listed the tests that passed at a later try only, those that were skipped, with their reasons, and last the failed ones
 * by name: of a long log, that is what is read.
 *
 * @implements {import("vitest/reporters").Reporter}
 */
export class TotalsReporter {
  /** @param {string | undefined} outcomesFile Gets the outcomes instead of the closing line, of whoever makes several runs. */
  constructor(outcomesFile = process.env["HERMES_TEST_OUTCOMES"]) {
    this.outcomesFile = outcomesFile;
  }

  /** @param {readonly import("vitest/node").TestModule[]} modules */
  onTestRunEnd(modules) {
    const outcomes = { passed: [], failed: [], skipped: [] };
    for (const module of modules) {
      const file = relative(root, module.moduleId);
      if (module.errors().length > 0) outcomes.failed.push(file);
      for (const test of module.children.allTests()) {
        const { state, note } = test.result();
        if (state === "pending") continue;
        outcomes[state].push(`${file} > ${test.fullName}`);
        const retries = test.diagnostic()?.retryCount ?? 0;
        if (state === "passed" && retries > 0)
          process.stdout.write(`passed at try ${retries + 1} only: ${file} > ${test.fullName}\n`);
        if (state === "skipped")
          process.stdout.write(`skipped: ${test.fullName}${note ? ` (${note})` : ""}\n`);
      }
    }
    if (this.outcomesFile) writeFileSync(this.outcomesFile, JSON.stringify(outcomes));
    else process.stdout.write(totalsLine([outcomes]));
  }
}

/**
 * What closes one run or several, of which the later ones repeat tests of the first: the names of what failed, then the totals.
 * A test counts once: as failed
 * when it failed in any run, as skipped when the first run skipped it and no other ran it. The cases of a table can bear one
 * name, so that names are counted as often as they occur in one run.
 *
 * @param {readonly Outcomes[]} runs
 */
export function totalsLine(runs) {
  const count = { passed: 0, failed: 0, skipped: 0 };
  // What a later run leaves out is no test that was left out; where it says why in the name, it would count as one.
  const tallies = runs.map((run, index) => tallyOf(index === 0 ? run : { ...run, skipped: [] }));
  for (const name of new Set(tallies.flatMap((tally) => [...tally.keys()]))) {
    const each = tallies.map((tally) => tally.get(name) ?? { passed: 0, failed: 0, skipped: 0 });
    const cases = Math.max(...each.map(({ passed, failed, skipped }) => passed + failed + skipped));
    const failed = Math.max(...each.map((tally) => tally.failed));
    const passed = Math.min(cases - failed, Math.max(...each.map((tally) => tally.passed)));
    count.failed += failed;
    count.passed += passed;
    count.skipped += cases - failed - passed;
  }
  const failed = [...new Set(runs.flatMap((run) => run.failed))];
  return `${failed.map((name) => `failed: ${name}\n`).join("")}\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`;
}

/** @param {Outcomes} outcomes */
function tallyOf(outcomes) {
  /** @type {Map<string, { passed: number, failed: number, skipped: number }>} */
  const tally = new Map();
  for (const state of /** @type {const} */ (["passed", "failed", "skipped"])) {
    for (const name of outcomes[state]) {
      const found = tally.get(name) ?? { passed: 0, failed: 0, skipped: 0 };
      found[state] += 1;
      tally.set(name, found);
    }
  }
  return tally;
}
