/** How often a property is tried: briefly by default, in full when HERMES_TEST_LONG is 1. The seed is fixed, so that a red run can be repeated. */
export function propertyRuns(long: number): { readonly numRuns: number; readonly seed: number } {
  return { numRuns: process.env["HERMES_TEST_LONG"] === "1" ? long : Math.min(long, 300), seed: 20_261_120 };
}
