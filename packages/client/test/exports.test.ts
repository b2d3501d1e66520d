import { expect, test } from "vitest";
import * as contract from "../src/contract/index.ts";
import * as face from "../src/index.ts";

test("the package exports exactly these names", () => {
  expect(Object.keys(face).toSorted()).toEqual(["ApiError", "createClient", "mayAccess"]);
});

test("the contract exports exactly these names", () => {
  expect(Object.keys(contract).toSorted()).toEqual([
    "apiRoutes",
    "apiSchemas",
    "errorInfo",
    "mayAccess",
    "roles",
    "runEvent",
    "sessionId",
    "socketCloseCodes",
    "socketMessage",
    "socketRequest",
  ]);
});
