import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const conditions = ["@hermes/source", "node", "import", "default"];

/** Test settings of a package: siblings resolve to their TypeScript source, so that no build is needed. */
export function tests(options = {}) {
  return defineConfig({
    ssr: { resolve: { conditions, externalConditions: conditions } },
    resolve: { conditions },
    test: {
      include: ["test/**/*.test.ts"],
      environment: "node",
      testTimeout: 20_000,
      hookTimeout: 30_000,
      // Of two processors vitest would use one; many tests wait for processes that they started.
      maxWorkers: Math.max(2, availableParallelism() - 1),
      ...options,
    },
  });
}
