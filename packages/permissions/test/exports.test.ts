import { expect, test } from "vitest";
import * as face from "../src/index.ts";

test("the package exports what outsiders rely on, and nothing else", () => {
  expect(Object.keys(face).toSorted()).toEqual([
    "assessPageAction",
    "checkUrl",
    "compareRules",
    "createGuardedFetch",
    "createHostCheck",
    "createPermissions",
    "createStager",
    "describeWall",
    "modeSentences",
    "modes",
    "openRuleFile",
    "parseMode",
    "parsePattern",
    "showChanges",
    "specificityOf",
  ]);
});
