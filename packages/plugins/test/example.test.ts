import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("the example calls a tool in a process of its own, and holds the plug-in against the contract", async () => {
  const example = fileURLToPath(new URL("../examples/basic.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=@hermes/source", example]);

  const [answer, error, ...checks] = stdout.trim().split("\n");
  expect(answer).toBe("{ place: 'Lisbon', high: [ '04:10', '16:35' ], height: '5.2 ft' }");
  expect(error).toBe('HermesError: The plug-in "tides" failed: Say at which place.');
  expect(checks).toHaveLength(9);
  expect(checks.filter((line) => !line.endsWith(": yes"))).toEqual([]);
});
