import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

// In a process of its own: what other tests have left on the heap would be measured too.
test("a gigabyte of output is read in bounded memory", async () => {
  const script = fileURLToPath(new URL("read-much-output.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--conditions=@hermes/source",
    script,
    "1000000000",
  ]);
  const { outputChars, grownBytes } = JSON.parse(stdout);

  expect(outputChars).toBe(1_000_000_000);
  expect(grownBytes).toBeLessThan(150_000_000);
});
