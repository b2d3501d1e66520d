import { expect, test } from "vitest";
import * as patch from "../src/index.ts";

test("the package exports these names and no others", () => {
  expect(Object.keys(patch).sort()).toEqual([
    "applyEdits",
    "diffLines",
    "findNearest",
    "formatDiff",
    "parsePatch",
    "patchPaths",
    "planPatch",
    "preferredLineEnd",
    "replaceExact",
    "replaceText",
    "showLines",
    "showPlaces",
  ]);
});
