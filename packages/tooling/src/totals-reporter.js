/**
 * Closes a run with one plain line that people and machines can read: `12 passed, 0 failed, 1 skipped`.
 * Skipped tests are listed with their reasons before it.
 *
 * @implements {import("vitest/reporters").Reporter}
 */
export class TotalsReporter {
  /** @param {readonly import("vitest/node").TestModule[]} modules */
  onTestRunEnd(modules) {
    const totals = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      if (module.errors().length > 0) totals.failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === "pending") continue;
        totals[state] += 1;
        if (state === "skipped") process.stdout.write(`skipped: ${test.fullName}\n`);
      }
    }
    process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped\n`);
  }
}
