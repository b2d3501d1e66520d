/** Fewer runs by default, many with `HERMES_TEST_LONG=1`; the seed is fixed, so that a failure comes again. */
export function propertyRuns(
  usual: number,
  long: number,
): { readonly seed: number; readonly numRuns: number } {
  return { seed: 20_261_124, numRuns: process.env["HERMES_TEST_LONG"] === "1" ? long : usual };
}
