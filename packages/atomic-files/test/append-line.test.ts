import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { appendLine } from "../src/index.ts";
import { tempFolder } from "./support/temp-folder.ts";

test("lines come one after another, in a file that is its owner's alone", () => {
  const path = join(tempFolder(), "log", "audit.log");

  appendLine(path, "one");
  appendLine(path, "two");

  expect(readFileSync(path, "utf8")).toBe("one\ntwo\n");
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test.each(["", "half", "whole\n", "whole\nhalf"])("after %j the new line is one of its own", (before) => {
  const path = join(tempFolder(), "audit.log");
  writeFileSync(path, before);

  appendLine(path, "new");

  expect(readFileSync(path, "utf8").split("\n").slice(-2)).toEqual(["new", ""]);
  expect(readFileSync(path, "utf8")).toBe(
    `${before}${before === "" || before.endsWith("\n") ? "" : "\n"}new\n`,
  );
});
