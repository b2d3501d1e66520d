import { expect, test } from "vitest";
import * as config from "../src/index.ts";

test("the package exports exactly these values", () => {
  expect(Object.keys(config).sort()).toEqual([
    "changeSettings",
    "changeVariables",
    "describeSetting",
    "describeSettings",
    "environmentVariables",
    "isSafeMode",
    "listSettings",
    "loadSettings",
    "pathOfSetting",
  ]);
});
