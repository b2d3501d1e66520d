import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { scanVersion } from "../src/scan-version.ts";

test("the version of the scanner is that of its files", () => {
  const folder = fileURLToPath(new URL("../src/", import.meta.url));
  const files = readdirSync(folder, { recursive: true })
    .map((name) => String(name).replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".ts") && name !== "scan-version.ts");

  const hash = createHash("sha256");
  for (const name of files.toSorted()) hash.update(`${name}\n${readFileSync(folder + name, "utf8")}`);

  // After a change of the scanner, put this value into scan-version.ts.
  expect(scanVersion).toBe(hash.digest("hex").slice(0, 12));
});
