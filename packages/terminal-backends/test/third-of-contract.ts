import { test } from "vitest";

const isLong = process.env["HERMES_TEST_LONG"] === "1";

/** A test function for one of several backends that work alike: each third test in a quick run, all in a long one. */
export function thirdOfContract(third: 0 | 1 | 2): (name: string, run: () => Promise<void>) => void {
  let tests = 0;
  return (name, run) => {
    tests += 1;
    if (isLong || tests % 3 === third) test(name, { timeout: 120_000 }, run);
  };
}
