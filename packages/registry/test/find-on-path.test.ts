import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findOnPath } from "../src/programs/find-on-path.ts";

test("a program is found in the first absolute folder of the PATH that has it as a file that can be run", () => {
  const root = mkdtempSync(join(tmpdir(), "on-path-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of ["a", "b", "c"]) mkdirSync(join(root, folder));
  mkdirSync(join(root, "a", "tool"));
  writeFileSync(join(root, "b", "tool"), "");
  writeFileSync(join(root, "c", "tool"), "");
  chmodSync(join(root, "c", "tool"), 0o755);
  const PATH = ["", "bin", join(root, "missing"), ...["a", "b", "c"].map((each) => join(root, each))].join(
    delimiter,
  );

  expect(findOnPath("tool", { PATH })).toBe(join(root, "c", "tool"));
  expect(findOnPath("other", { PATH })).toBeUndefined();
  expect(findOnPath("tool", {})).toBeUndefined();
});
