/** How often a property is tried: a fixed few by default, many fresh ones in the long run. */
export function propertyRuns(): { readonly numRuns: number; readonly seed?: number } {
  return process.env["HERMES_TEST_LONG"] === "1" ? { numRuns: 20_000 } : { numRuns: 300, seed: 7 };
}
