import { chooseIsolation } from "@hermes/jail";
import { needs } from "@hermes/tooling/prerequisites";
import { afterAll, expect, test } from "vitest";
import { createSandbox } from "../src/index.ts";
import { bestIsolation } from "./support/best-isolation.ts";
import { expectNothingLeft, leftovers } from "./support/leftovers.ts";
import { needsLanguage } from "./support/needs-language.ts";
import { echo } from "./support/tools.ts";

const env = { PATH: process.env["PATH"] };
const common = { chooseIsolation, tools: [echo()], isolation: bestIsolation, startAhead: true, env } as const;

afterAll(async () => {
  await expectNothingLeft();
});

test.for([
  [
    "python",
    "import os\nglobals()['left'] = 1\nopen('file', 'x').close()\nprint(os.environ['HERMES_TOOLS_TOKEN'])",
  ],
  [
    "javascript",
    "import fs from 'node:fs'; fs.writeFileSync('file', '', { flag: 'wx' }); console.log(process.env.HERMES_TOOLS_TOKEN)",
  ],
] as const)("interpreters of %s that were started ahead share nothing", async ([language, code], context) => {
  needsLanguage(context, language);
  await using sandbox = createSandbox(common);
  const tokens = new Set<string>();

  for (let run = 0; run < 4; run++) {
    // oxlint-disable-next-line no-await-in-loop -- one after another is the point
    const { status, output } = await sandbox.run(code, { language });
    expect(status).toBe("success");
    tokens.add(output);
  }

  expect(tokens.size).toBe(4);
});

test("one waits for the next run, and ends with its sandbox", async (context) => {
  needs(context, "python3");
  const sandbox = createSandbox(common);
  await sandbox.run("print(1)");
  await expect.poll(() => leftovers(), { timeout: 30_000 }).not.toEqual([]);

  await sandbox[Symbol.asyncDispose]();

  await expectNothingLeft();
});

test("a run takes no time of its interpreter's wait into account", async (context) => {
  needs(context, "python3");
  await using sandbox = createSandbox({ ...common, limits: { timeoutMs: 30_000 } });
  await sandbox.run("print(1)");

  const { status, durationSeconds } = await sandbox.run("from hermes_tools import echo\nprint(echo('a'))");

  expect(status).toBe("success");
  expect(durationSeconds).toBeLessThan(30);
});
