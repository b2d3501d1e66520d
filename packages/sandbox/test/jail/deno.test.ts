import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox } from "../../src/index.ts";
import { denoFolder, lacksDeno, withoutJail } from "../support/real-deno.ts";
import { expectNothingLeft } from "../support/leftovers.ts";
import { echo } from "../support/tools.ts";
import { denoAttempts } from "./support/deno-attempts.ts";
import { javascriptAttempts } from "./support/javascript-attempts.ts";
import { plant } from "./support/planted.ts";
import type { Planted } from "./support/planted.ts";
import { tryAttempt } from "./support/try-attempt.ts";

describe.skipIf(lacksDeno !== undefined)(`JavaScript in Deno (${lacksDeno ?? "it is there"})`, () => {
  const options = {
    chooseIsolation: withoutJail,
    isolation: "prefer-jail",
    language: "javascript",
    tools: [echo()],
    env: { PATH: denoFolder },
  } as const;
  const sandbox = createSandbox(options);
  let planted: Planted;
  beforeAll(async () => void (planted = await plant()));
  afterAll(async () => {
    await planted[Symbol.asyncDispose]();
    await sandbox[Symbol.asyncDispose]();
    await expectNothingLeft();
  });

  test.concurrent.for([...javascriptAttempts, ...denoAttempts])(
    "does not reach: $name",
    async (attempt, { expect: expectHere }) => {
      expectHere(await tryAttempt(sandbox, attempt, planted)).toBeUndefined();
      expectHere(await planted.touched()).toEqual([]);
    },
  );

  test("calls tools, writes into its scratch folder, reads no other, and has types", async () => {
    const code = `import { echo } from "hermes-tools";
import { writeFileSync, readFileSync } from "fs";
const said: { text: string } = await echo({ text: "x".repeat(100_000) });
writeFileSync("a.txt", "written");
console.log(said.text.length, readFileSync("a.txt", "utf8"), process.env.USER, process.env.HOME === process.cwd());
console.log((await Promise.all([1, 2].map((n) => echo({ text: String(n) })))).map(({ text }) => text).join());`;

    expect(await sandbox.run(code)).toMatchObject({
      status: "success",
      output: "100000 written undefined true\n1,2\n",
      errors: "",
      toolCallsMade: 3,
    });
  });

  test("names carry over in a session, and an error does not end it", async () => {
    const run = (code: string) => sandbox.run(code, { session: "kept" });

    await run(`import { echo } from "hermes-tools"; const first: string = "one"; class Two {}`);
    const failed = await run("throw new Error('no');");
    const next = await run("console.log((await echo({ text: first })).text, new Two() instanceof Two)");

    expect(failed).toMatchObject({ status: "error", errors: expect.stringContaining("Error: no") });
    expect(failed.errors).not.toContain("start.cjs");
    expect(next).toMatchObject({ status: "success", output: "one true\n", errors: "" });
  });

  test.for([
    ["time", { timeoutMs: 700 }, "for (;;) {}", { status: "timeout" }],
    [
      "output",
      { maxOutputChars: 200 },
      "for (let i = 0; i < 1e4; i++) console.log('x'.repeat(99))",
      { status: "success" },
    ],
    [
      "memory of its heap",
      { memoryMegabytes: 128 },
      "const all = []; for (;;) all.push({ a: [all.length] })",
      { status: "error" },
    ],
    [
      "calls",
      { maxCalls: 1 },
      "import { echo } from 'hermes-tools'; await echo({ text: '' }); await echo({ text: '' })",
      { status: "error" },
    ],
    [
      "a file",
      { fileMegabytes: 1 },
      "import fs from 'fs'; for (;;) fs.appendFileSync('a', 'x'.repeat(1e5))",
      { status: "error" },
    ],
    [
      "waiting",
      {},
      "await new Promise(() => {})",
      { status: "error", errors: expect.stringContaining("never resolved") },
    ],
  ] as const)("is limited in %s", async ([, limits, code, expected]) => {
    await using own = createSandbox({ ...options, limits });

    const result = await own.run(code);

    expect(result).toMatchObject(expected);
    expect(result.output.length).toBeLessThan(400);
  });

  test("Python does not run, and says what it needs", async () => {
    await expect(sandbox.run("print(1)", { language: "python" })).rejects.toMatchObject({
      code: "SANDBOX_NO_JAIL",
      message: expect.stringContaining("bubblewrap is not installed"),
      hint: expect.stringContaining("apt-get install bubblewrap"),
    });
    expect((await sandbox.isolation()).jail).toMatchObject({ level: "deno", name: "deno" });
  });
});
