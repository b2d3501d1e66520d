import { chooseIsolation } from "@hermes/jail";
import { needs } from "@hermes/tooling/prerequisites";
import { afterAll, expect, test } from "vitest";
import { createSandbox } from "../src/index.ts";
import type { RunOptions } from "../src/index.ts";
import { bestIsolation } from "./support/best-isolation.ts";
import { expectNothingLeft, leftovers } from "./support/leftovers.ts";
import { needsLanguage } from "./support/needs-language.ts";
import { echo } from "./support/tools.ts";

const env = { PATH: process.env["PATH"] };
const common = { chooseIsolation, tools: [echo()], isolation: bestIsolation, env } as const;

afterAll(async () => {
  await expectNothingLeft();
});

/** Runs pieces one after another in one session. */
async function outputs(pieces: readonly string[], options: RunOptions): Promise<readonly string[]> {
  await using sandbox = createSandbox(common);
  const all: string[] = [];
  for (const piece of pieces) {
    // oxlint-disable-next-line no-await-in-loop -- one builds on the other
    const { output, errors } = await sandbox.run(piece, { session: "s", ...options });
    all.push(output + errors);
  }
  return all;
}

test("variables, functions and imports of Python carry over", async (context) => {
  needs(context, "python3");
  const pieces = [
    "import math\nx = [1]\ndef more(n):\n    x.append(n)",
    "more(2)\nprint(x, math.floor(2.5))",
    "from hermes_tools import echo\nprint(echo(str(x))['text'])",
    "print(echo('again')['text'])",
  ];

  expect(await outputs(pieces, {})).toEqual(["", "[1, 2] 2\n", "[1, 2]\n", "again\n"]);
});

test("variables, functions, classes and imports of JavaScript carry over, with types", async () => {
  const pieces = [
    `import { join } from "node:path"; import { echo } from "hermes-tools";
     const x: number[] = [1], [first, { deep }] = ["f", { deep: "d" }]; let y; var z = 3;
     export function more(n: number) { x.push(n); return x.length }
     class Pair { constructor(public a: number) {} }
     async function later() { return "later" }`.replace("public a: number", "a: number"),
    "more(2); y = await later(); console.log(x, first, deep, y, z, join('a', 'b'), new Pair(1) instanceof Pair)",
    "const x = 'anew'; console.log(x, (await echo({ text: 'tool' })).text, typeof more)",
    "for (const x of [7]) console.log(x); { const x = 8; console.log(x); } console.log(x)",
    "import * as path from 'node:path'; import fs, { existsSync as exists } from 'node:fs'; console.log(typeof path.join, typeof fs.existsSync, exists('/'))",
    "import { nothing } from 'node:path';",
  ];

  const results = await outputs(pieces, { language: "javascript" });

  expect(results.slice(0, -1)).toEqual([
    "",
    "[ 1, 2 ] f d later 3 a/b true\n",
    "anew tool function\n",
    "7\n8\nanew\n",
    "function function true\n",
  ]);
  expect(results.at(-1)).toContain('"node:path" has no export named "nothing"');
});

test.for([
  ["python", "x = 1\nraise ValueError('broken')", "print(x)", "ValueError: broken"],
  ["python", "x = 1\nthis is no python", "print(1)", "SyntaxError"],
  ["javascript", "const x = 1; throw new Error('broken')", "console.log(x)", "Error: broken"],
  ["javascript", "const x = 1 +", "console.log(1)", "SyntaxError"],
] as const)(
  "a failure in %s is an error, and the session goes on: %j",
  async ([language, first, second, words], context) => {
    needsLanguage(context, language);
    await using sandbox = createSandbox(common);

    const failed = await sandbox.run(first, { language, session: "s" });
    const next = await sandbox.run(second, { language, session: "s" });

    expect(failed.status).toBe("error");
    expect(failed.errors).toContain(words);
    expect(failed.errors).not.toContain("start.");
    expect(next).toMatchObject({ status: "success", output: "1\n", errors: "" });
  },
);

test("each name is an interpreter of its own, and each language", async (context) => {
  needs(context, "python3");
  await using sandbox = createSandbox(common);
  await sandbox.run("x = 'a'", { session: "a" });
  await sandbox.run("x = 'b'", { session: "b" });

  expect(await sandbox.run("print(x)", { session: "a" })).toMatchObject({ output: "a\n" });
  expect(await sandbox.run("print(x)", { session: "b" })).toMatchObject({ output: "b\n" });
  expect(await sandbox.run("print(x)")).toMatchObject({ status: "error" });
  const other = await sandbox.run("console.log(typeof x)", { session: "a", language: "javascript" });
  expect(other).toMatchObject({ output: "undefined\n" });
});

test("runs of one session wait for each other", async (context) => {
  needs(context, "python3");
  await using sandbox = createSandbox(common);

  const runs = await Promise.all([
    sandbox.run("x = 1", { session: "s" }),
    sandbox.run("x += 1", { session: "s" }),
    sandbox.run("print(x)", { session: "s" }),
  ]);

  expect(runs[2]).toMatchObject({ output: "2\n" });
});

test("a timeout ends the session and says so, and the next run begins anew", async (context) => {
  needs(context, "python3");
  await using sandbox = createSandbox({ ...common, limits: { timeoutMs: 1_500 } });
  await sandbox.run("x = 1", { session: "s" });

  const stopped = await sandbox.run("print(x, flush=True)\nwhile True: pass", { session: "s" });
  const next = await sandbox.run("print(x)", { session: "s" });

  expect(stopped).toMatchObject({ status: "timeout", output: "1\n" });
  expect(stopped.errors).toBe(
    "Stopped: it ran longer than 1.5 s. Its session has ended with it: variables are gone, and the next run begins anew.",
  );
  expect(next.errors).toContain("NameError");
});

test.for([
  ["python", "import os\nprint('before', flush=True)\nos._exit(3)"],
  ["javascript", "console.log('before'); process.exit(3)"],
] as const)(
  "code in %s that ends its interpreter is told that the session is over",
  async ([language, code], context) => {
    needsLanguage(context, language);
    await using sandbox = createSandbox(common);

    const ended = await sandbox.run(code, { language, session: "s" });

    expect(ended).toMatchObject({ status: "error", output: "before\n" });
    expect(ended.errors).toContain("Its session has ended with it");
  },
);

test("limits count for each run, and output belongs to its run", async (context) => {
  needs(context, "python3");
  await using sandbox = createSandbox({ ...common, limits: { maxCalls: 1 } });
  const code = "from hermes_tools import echo\nprint(echo('x')['text'])";

  const first = await sandbox.run(code, { session: "s" });
  const second = await sandbox.run(code, { session: "s" });

  expect([first, second].map(({ output, toolCallsMade }) => [output, toolCallsMade])).toEqual([
    ["x\n", 1],
    ["x\n", 1],
  ]);
});

test("code can't read what comes after it, nor close what its end is told by", async (context) => {
  needs(context, "python3");
  const pieces = [
    "import sys, os\nprint(sys.stdin.read() == '')\nos.close(1)\nos.close(2)",
    "x = 2",
    "print(x)",
  ];

  expect(await outputs(pieces, {})).toHaveLength(3);
});

test("a session ends with its sandbox", async (context) => {
  needs(context, "python3");
  const sandbox = createSandbox(common);
  await sandbox.run("x = 1", { session: "s" });
  expect(await leftovers()).not.toEqual([]);

  await sandbox[Symbol.asyncDispose]();

  await expectNothingLeft();
});
