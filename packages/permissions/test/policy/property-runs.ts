import type { Parameters } from "fast-check";

/** A fixed sample by default, the full search in the long run. */
export function propertyRuns(quickRuns: number): Parameters<unknown> {
  return process.env["HERMES_TEST_LONG"] === "1"
    ? { numRuns: quickRuns * 100 }
    : { numRuns: quickRuns, seed: 20_261_121 };
}
