import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { guardVersion } from "../src/guard/guard-version.ts";

test("the version of the guard is that of its files", () => {
  const folder = fileURLToPath(new URL("../src/guard/", import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".ts") && name !== "guard-version.ts");
  const hash = createHash("sha256");
  for (const name of files.toSorted()) hash.update(`${name}\n${readFileSync(folder + name, "utf8")}`);

  // After a change of the guard, put this value into guard-version.ts.
  expect(guardVersion).toBe(hash.digest("hex").slice(0, 12));
});
