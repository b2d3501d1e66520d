import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { rulesVersion } from "../../src/injections/rules-version.ts";

test("the version of the scanner is that of its files", () => {
  const folder = fileURLToPath(new URL("../../src/injections/", import.meta.url));
  const hash = createHash("sha256");
  for (const name of readdirSync(folder).toSorted()) {
    if (name !== "rules-version.ts") hash.update(`${name}\n${readFileSync(folder + name, "utf8")}`);
  }

  // After a change of the rules, put this value into rules-version.ts.
  expect(rulesVersion).toBe(hash.digest("hex").slice(0, 12));
});
