import { expect, test } from "vitest";
import * as face from "../src/index.ts";

test("the package exports what outsiders rely on, and nothing else", () => {
  expect(Object.keys(face).toSorted()).toEqual([
    "contains",
    "credentialFiles",
    "harmlessDevices",
    "hostPath",
    "identityOf",
    "isKnown",
    "isOwnGround",
    "judgeCommand",
    "judgePath",
    "judgeSearch",
    "memoryAgentFiles",
    "ownNameOf",
    "privateRecords",
    "projectSecrets",
    "quoteShellWord",
    "readBeginning",
    "readOptions",
    "realPath",
  ]);
});
