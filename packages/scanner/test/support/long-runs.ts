/** The full size of everything, minutes instead of seconds. */
export const long: boolean = process.env["HERMES_TEST_LONG"] === "1";

/** How often a property is tried: the full count under HERMES_TEST_LONG=1, else a tenth, always from one seed. */
export function runs(full: number): { readonly numRuns: number; readonly seed: number } {
  return { numRuns: long ? full : Math.ceil(full / 10), seed: 20_261_121 };
}
