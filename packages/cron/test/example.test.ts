import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("the example makes up for a time that the machine slept over", async () => {
  const example = fileURLToPath(new URL("../examples/basic.ts", import.meta.url));

  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=@hermes/source", example]);

  expect(stdout.trimEnd().split("\n")).toEqual([
    "What is new? - every weekday at 09:30 (Europe/Berlin)",
    "2026-03-03T08:30:00.000Z ran The news of 2026-03-03T08:30:00.000Z.",
    "2026-03-02T08:30:00.000Z merged",
  ]);
});
