import { expect, test } from "vitest";
import * as jail from "../src/index.ts";

test("the package exports exactly these values", () => {
  expect(Object.keys(jail).sort()).toEqual([
    "cacheVariables",
    "changedTriggers",
    "chooseIsolation",
    "configuredRegistries",
    "defaultJailLimits",
    "findJail",
    "findProfileJail",
    "gitInside",
    "isOrphaned",
    "namesOpenHost",
    "openGitBroker",
    "openHostProxy",
    "ownerMark",
    "personsRemotes",
    "proxyEnvironment",
    "readOnlyProfile",
    "registryHosts",
    "repositoryHosts",
    "triggersIn",
    "workspaceProfile",
    "writablePaths",
  ]);
});
