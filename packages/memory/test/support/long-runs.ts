/** Whether the larger sizes are wanted. */
export const isLongRun: boolean = process.env["HERMES_TEST_LONG"] === "1";

/** How often a property is tried: the full count under HERMES_TEST_LONG=1, else a tenth, always from one seed. */
export function runs(full: number): { readonly numRuns: number; readonly seed: number } {
  return { numRuns: isLongRun ? full : Math.ceil(full / 10), seed: 20_261_121 };
}
