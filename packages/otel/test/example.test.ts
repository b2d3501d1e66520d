import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("the example prints the spans of a turn as a tree", async () => {
  const { pathname } = new URL("../examples/basic.ts", import.meta.url);
  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=@hermes/source", pathname]);

  expect(stdout.split("\n").map((line) => line.replace(/ · .*/, ""))).toEqual([
    "Clear sky over Lisbon.",
    "invoke_agent weather",
    "  chat scripted",
    "  execute_tool get_weather",
    "    SELECT weather",
    "  chat scripted",
    "",
  ]);
});
