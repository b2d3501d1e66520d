import { expect, test } from "vitest";
import * as face from "../src/index.ts";

test("the package exports what outsiders rely on, and nothing else", () => {
  expect(Object.keys(face).toSorted()).toEqual([
    "checkUrl",
    "compareRules",
    "createGuardedFetch",
    "createPermissions",
    "createRedactor",
    "createStager",
    "describeWall",
    "judgeCommand",
    "judgePath",
    "judgeSearch",
    "modeSentences",
    "modes",
    "openRuleFile",
    "parseMode",
    "parsePattern",
    "redact",
    "redactedMark",
    "showChanges",
    "specificityOf",
  ]);
});
