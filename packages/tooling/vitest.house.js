import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { TotalsReporter } from "./src/totals-reporter.js";

/** Every test of the house in one run. */
export default defineConfig({
  test: {
    projects: ["packages/*/vitest.config.ts", "apps/*/vitest.config.ts"],
    reporters: ["default", new TotalsReporter()],
    // Of two processors vitest would use one; many tests wait for processes that they started.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
