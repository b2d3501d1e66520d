import { expect, test } from "vitest";
import * as atomicFiles from "../src/index.ts";

test("the package exports exactly these values", () => {
  expect(Object.keys(atomicFiles).sort()).toEqual([
    "appendLine",
    "appendRotatingLine",
    "openDraft",
    "replaceFile",
    "withFileLock",
    "withFileLockSync",
  ]);
});
