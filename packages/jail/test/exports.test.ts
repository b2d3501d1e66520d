import { expect, test } from "vitest";
import * as jail from "../src/index.ts";

test("the package exports exactly these values", () => {
  expect(Object.keys(jail).sort()).toEqual([
    "chooseIsolation",
    "defaultJailLimits",
    "findJail",
    "findProfileJail",
    "openHostProxy",
    "proxyEnvironment",
    "readOnlyProfile",
    "workspaceProfile",
  ]);
});
