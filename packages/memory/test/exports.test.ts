import { expect, test } from "vitest";
import * as honcho from "../src/honcho/honcho-memory.ts";
import * as face from "../src/index.ts";
import * as provider from "../src/provider/index.ts";

test("the package exports what outsiders rely on, and nothing else", () => {
  expect(Object.keys(face).toSorted()).toEqual([
    "createFailureWatch",
    "learningTool",
    "learningsBlock",
    "memoryTool",
    "openMemory",
  ]);
  expect(Object.keys(provider).toSorted()).toEqual([
    "MemoryFenceFilter",
    "attachMemory",
    "externalMemoryToolset",
    "fenceMemory",
  ]);
  expect(Object.keys(honcho)).toEqual(["honchoMemory"]);
});
