import { expect, test } from "vitest";
import * as face from "../src/index.ts";

test("the package exports exactly these names", () => {
  expect(Object.keys(face).toSorted()).toEqual([
    "AmbiguousSessionError",
    "chooseRole",
    "chooseSession",
    "createRuntime",
    "explainCache",
    "gatherInsights",
    "homeSpeaker",
    "homeTranscriber",
    "toolsetsOfPlatform",
  ]);
});
