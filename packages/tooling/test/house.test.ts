import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const check = fileURLToPath(new URL("../bin/check.js", import.meta.url));

const checks = [
  "lint",
  "format",
  "typecheck",
  "boundaries",
  "unused",
  "floors",
  "structure",
  "features",
  "docs",
  "generated",
];

test.each(checks)("the repository passes its check: %s", async (name) => {
  const result = await run(process.execPath, [check, name]).catch((error: unknown) => error);

  expect(result).toMatchObject({ stdout: expect.stringContaining("All checks passed.") });
});
