import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { replaceText } from "../src/replace-file.ts";
import { tempFolder } from "./support/temp-folder.ts";

test("a file that an editor saved since it was read is left as it is", () => {
  const folder = tempFolder();
  const path = join(folder, "MEMORY.md");
  writeFileSync(path, "saved by an editor");

  expect(replaceText(path, "ours", "as it was read")).toBe(false);

  expect(readFileSync(path, "utf8")).toBe("saved by an editor");
  expect(readdirSync(folder)).toEqual(["MEMORY.md"]);
});
