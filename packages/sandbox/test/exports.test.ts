import { expect, test } from "vitest";
import * as sandbox from "../src/index.ts";
import * as tool from "../src/tool/index.ts";

test("the package exports exactly these values", () => {
  expect(Object.keys(sandbox).sort()).toEqual([
    "callableTools",
    "createSandbox",
    "defaultLimits",
    "describeIsolation",
    "enforceIsolation",
    "executeCodeTool",
    "findLanguages",
    "memoryCallJournal",
    "runScript",
  ]);
  expect(Object.keys(tool).sort()).toEqual(["executeCodeTool", "findLanguages"]);
});
