/** Settings of property tests: few and always the same runs by default, many fresh ones in long tests. */
export function randomRuns(long: number): { readonly numRuns: number; readonly seed?: number } {
  return process.env["HERMES_TEST_LONG"] === "1" ? { numRuns: long } : { numRuns: 200, seed: 20_261_120 };
}
