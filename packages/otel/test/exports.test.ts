import { expect, test } from "vitest";
import * as face from "../src/index.ts";

test("the package exports these names and no others", () => {
  expect(Object.keys(face).toSorted()).toEqual(["conventionsRevision", "openTelemetry", "propagatingFetch"]);
});
