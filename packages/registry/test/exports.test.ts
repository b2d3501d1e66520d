import { expect, test } from "vitest";
import * as registry from "../src/index.ts";
import * as approvals from "../src/approvals.ts";
import * as node from "../src/node-module.ts";
import * as testing from "../src/testing/index.ts";

test("the package exports exactly these values", () => {
  expect(Object.keys(registry).sort()).toEqual([
    "HermesError",
    "ToolRegistry",
    "actionsOf",
    "allowAll",
    "coerceArguments",
    "defineTool",
    "defineToolset",
    "describeCall",
    "describeProblems",
    "describeSources",
    "invalidArguments",
    "isOfDescriptions",
    "isToolName",
    "isUntrusted",
    "loadTools",
    "mapTexts",
    "nearest",
    "parseBySchema",
    "readerOf",
    "sourceOfDescriptions",
    "textArgument",
    "toolError",
    "untrustedSources",
    "untrustedValue",
    "withImages",
    "withShown",
  ]);
  expect(Object.keys(approvals).sort()).toEqual([
    "answerRefusal",
    "approvalNotFound",
    "askApprover",
    "earlierApproval",
    "memoryApprovals",
    "nobodyHere",
    "refusalOf",
    "statusAt",
  ]);
  expect(Object.keys(node).sort()).toEqual(["nodeModule", "unref"]);
  expect(Object.keys(testing)).toEqual(["approvalLogContract", "testContext"]);
});
