import { defineConfig } from "vitest/config";
import { maxWorkers } from "./src/max-workers.js";
import { TotalsReporter } from "./src/totals-reporter.js";

/** Every test of the house in one run. */
export default defineConfig({
  test: {
    projects: ["packages/*/vitest.config.ts", "apps/*/vitest.config.ts"],
    reporters: ["default", new TotalsReporter()],
    maxWorkers,
  },
});
