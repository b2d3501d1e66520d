import { expect, test } from "vitest";
import * as face from "../src/index.ts";
import * as host from "../src/host.ts";
import * as testing from "../src/testing/index.ts";

test("the package exports what outsiders rely on, and nothing else", () => {
  expect(Object.keys(face).toSorted()).toEqual(["definePlugin"]);
  expect(Object.keys(host).toSorted()).toEqual([
    "checkDescription",
    "digestFolder",
    "manifestFile",
    "openPlugin",
    "parseManifest",
    "pluginDescription",
    "pluginKinds",
    "pluginLimits",
    "readPlugin",
    "settingsOf",
    "spawnPlugin",
    "startUnheld",
  ]);
  expect(Object.keys(testing).toSorted()).toEqual([
    "checkFolder",
    "checkPlugin",
    "examplesFile",
    "readExamples",
  ]);
});
