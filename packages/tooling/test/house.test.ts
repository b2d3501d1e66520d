import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { namedIn } from "../src/checks/neutral.js";

const run = promisify(execFile);
const check = fileURLToPath(new URL("../bin/check.js", import.meta.url));

const checks = [
  "lint",
  "format",
  "typecheck",
  "boundaries",
  "unused",
  "floors",
  "neutral",
  "structure",
  "published",
  "features",
  "docs",
  "generated",
];

test.each(checks)("the repository passes its check: %s", async (name) => {
  const result = await run(process.execPath, [check, name]).catch((error: unknown) => error);

  expect(result).toMatchObject({ stdout: expect.stringContaining("All checks passed.") });
});

test.each([
  ["hint: `Log in again: hermes login ${provider}`", "a command"],
  ['hint: "Name one with --model."', "an option"],
  ['"Set it in config.yaml."', "the settings"],
  ['"You are Hermes, an assistant."', "the name"],
  ['["--force-with-lease", "/home/x/.hermes/", ".pre-commit-config.yaml"]', undefined],
])("a library that says %s does not pass", (line, what) => {
  const problems = namedIn(line, "src/x.ts");

  expect(problems).toEqual(what === undefined ? [] : [expect.stringContaining(what)]);
});
