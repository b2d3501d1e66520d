import type { Parameters } from "fast-check";

/** Settings of a property test: a seeded tenth by default, everything with fresh seeds in long runs. */
export function runs<T>(full: number): Parameters<T> {
  // The one switch of the tests; the packages themselves read no environment.
  const long = process.env["HERMES_TEST_LONG"] === "1";
  return long ? { numRuns: full } : { numRuns: Math.ceil(full / 10), seed: 20_261_120 };
}
