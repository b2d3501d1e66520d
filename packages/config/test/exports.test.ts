import { expect, test } from "vitest";
import * as editing from "../src/editing.ts";
import * as config from "../src/index.ts";

test("the package exports exactly these values", () => {
  expect(Object.keys(config).sort()).toEqual([
    "changeSettings",
    "changeVariables",
    "defaultProfile",
    "describeSetting",
    "describeSettings",
    "environmentVariables",
    "homeOf",
    "homeOfProfile",
    "isProfileName",
    "isSafeMode",
    "isSecretName",
    "listSettings",
    "loadSettings",
    "pathOfSetting",
    "profileOfHome",
    "profilesFolder",
  ]);
});

test("what edits settings is exported apart, as no start needs it", () => {
  expect(Object.keys(editing).sort()).toEqual([
    "changeSettings",
    "describeSetting",
    "environmentVariables",
    "exampleConfig",
    "findVariable",
    "findingText",
    "isProblem",
    "isSecretAt",
    "isSecretVariable",
    "listSettings",
    "migrateOriginal",
    "parseSetting",
    "refuseNewProblems",
    "refuseProblems",
    "resolveSetting",
    "secretTexts",
    "settingInFile",
    "settingKeys",
    "settingValues",
    "suggestSettings",
    "writtenSettings",
  ]);
});
