const long = process.env["HERMES_TEST_LONG"] === "1";

/** A seeded, reduced run by default; the full count with HERMES_TEST_LONG=1. */
export function propertyRuns(full = 10_000): { readonly numRuns: number; readonly seed?: number } {
  return long ? { numRuns: full } : { numRuns: Math.min(full, 300), seed: 20_261_121 };
}
