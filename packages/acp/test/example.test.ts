import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("the example speaks with an editor", async () => {
  const path = fileURLToPath(new URL("../examples/basic.ts", import.meta.url));
  const args = ["--conditions=@hermes/source", "--disable-warning=ExperimentalWarning", path];

  const { stdout } = await promisify(execFile)(process.execPath, args);

  expect(stdout).toBe("Hello, editor.\nend_turn\n");
}, 30_000);
