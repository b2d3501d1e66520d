import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { root } from "./src/paths.js";
import { maxWorkers } from "./src/max-workers.js";

const conditions = ["@hermes/source", "node", "import", "default"];

/** Test settings of a package: siblings resolve to their TypeScript source, so that no build is needed. */
export function tests(options = {}) {
  return defineConfig({
    ssr: { resolve: { conditions, externalConditions: conditions } },
    resolve: { conditions },
    test: {
      include: ["test/**/*.test.ts"],
      environment: "node",
      // For what hangs: on a busy machine a start alone can take seconds.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 30_000 } },
      maxWorkers,
      // Thousands of real processes share a few cores there: what fails is tried up to twice more, and named before the totals.
      retry: process.env["CI"] ? 2 : 0,
      // Test files share processes and loaded modules; what changes the process puts it back.
      isolate: false,
      // Programs that tests start from source are stripped of their types and compiled once, not with every start.
      env: { NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "compiled-tests") },
      ...options,
    },
  });
}
