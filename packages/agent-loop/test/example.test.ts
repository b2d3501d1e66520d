import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const example = fileURLToPath(new URL("../examples/basic.ts", import.meta.url));

test("the example runs offline from source", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=@hermes/source", example]);

  expect(stdout).toBe("Let me look. Clear sky over Lisbon, 21 degrees.");
});

test("the example with an approver runs the call that was said yes to, and no other", async () => {
  const { pathname } = new URL("../examples/approver.ts", import.meta.url);
  const answers = ["y", "n"].map(async (answer) => {
    const run = promisify(execFile)(process.execPath, ["--conditions=@hermes/source", pathname]);
    run.child.stdin?.end(`${answer}\n`);
    return (await run).stdout;
  });

  expect(await Promise.all(answers)).toEqual([
    expect.stringContaining('{"removed":"shopping"}'),
    expect.stringContaining("The person said no."),
  ]);
});

test("the examples of data and of steps run offline", async () => {
  const outputs = ["structured-output.ts", "steps.ts"].map(async (name) => {
    const { pathname } = new URL(`../examples/${name}`, import.meta.url);
    const run = await promisify(execFile)(process.execPath, ["--conditions=@hermes/source", pathname]);
    return run.stdout;
  });

  expect(await Promise.all(outputs)).toEqual([
    expect.stringMatching(/^so far \{"items".*2026-17 2350\n$/s),
    "cup, blue\n7\nstopped 2\n",
  ]);
});

test("the example of a compression loses no question", async () => {
  const { pathname } = new URL("../examples/compression.ts", import.meta.url);
  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=@hermes/source", pathname]);

  expect(stdout).toMatch(/^From 2\d{3} to [1-9]\d{2} tokens\.\n5 of 5 questions are there\.\n$/);
});

test("the example with children hears of both", async () => {
  const { pathname } = new URL("../examples/children.ts", import.meta.url);
  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=@hermes/source", pathname]);

  expect(stdout).toBe("Both have been looked into.\nthe tests: done\nthe docs: done\n");
});

test("the README shows the example as it is, under 20 lines of code and with one import", async () => {
  const code = await readFile(example, "utf8");
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");

  expect(readme).toContain(`\`\`\`ts\n${code}\`\`\``);
  expect(code.split("\n").filter((line) => line.trim() !== "").length).toBeLessThan(20);
  expect(code.match(/^import /gm)).toHaveLength(1);
});

test("the example of a controller runs offline from source", async () => {
  const program = fileURLToPath(new URL("../examples/controller.ts", import.meta.url));

  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=@hermes/source", program]);

  expect(stdout).toMatch(/^Hello\.\nAs you like\.\n[\d,]+ tokens in/);
});

test("the example of hooks runs offline from source", async () => {
  const program = fileURLToPath(new URL("../examples/hooks.ts", import.meta.url));

  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=@hermes/source", program]);

  expect(stdout).toBe('{"error":"Nothing is removed today."}\nIt stays.\nanswered after 2 requests\n');
});

test("the example of middleware asks the model for one of two conversations", async () => {
  const { pathname } = new URL("../examples/middleware.ts", import.meta.url);
  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=@hermes/source", pathname]);

  const once = 'look: {"where":"here","seenBy":"Ada"} in no time\nNothing here.\n';
  expect(stdout).toBe(`${once}${once}2 requests for two conversations\n`);
});
