import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test, vi } from "vitest";
import { bin, hermes, newPerson } from "./support/hermes.ts";
import type { Fixture } from "./support/hermes.ts";

/** Whatever it is: a test looks into it, and fails where it is something else. */
type Json = ReturnType<typeof JSON.parse>;

interface Serving {
  readonly child: ChildProcessWithoutNullStreams;
  /** Waits for the ready line. */
  readonly ready: Promise<unknown>;
  /** Sends a line, and gives the next one that comes. */
  ask(line: string | object): Promise<Json>;
}

function serve(person: Fixture, ...args: readonly string[]): Serving {
  const child = spawn(process.execPath, [bin, "tools", "serve", ...args], {
    cwd: person.project,
    env: person.env,
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    ready: once(createInterface({ input: child.stderr }), "line"),
    async ask(line) {
      child.stdin.write(`${typeof line === "string" ? line : JSON.stringify(line)}\n`);
      return JSON.parse(String((await lines.next()).value));
    },
  };
}

function linesOf(stdout: string): readonly Json[] {
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const shell = (command: string, more: object = {}): object => ({
  tool: "terminal",
  args: { command, ...more },
});

test("calls are answered in their order, in one session, and the end of the input ends it", async () => {
  const person = newPerson();
  writeFileSync(join(person.project, "note.txt"), "hello\n");
  const input = [
    shell("mkdir -p inner; cd inner; export MOOD=good"),
    shell('echo "$MOOD"; basename "$PWD"'),
    { tool: "read_file", args: { path: "../note.txt" } },
    { tool: "read_file" },
  ];

  const { code, stdout, stderr } = await hermes(person, ["tools", "serve"], {
    input: input.map((each) => JSON.stringify(each)).join("\n"),
  });

  const answers = linesOf(stdout);
  expect(code).toBe(0);
  expect(answers).toHaveLength(4);
  expect(answers[1]).toMatchObject({ output: "good\ninner\n", exit_code: 0 });
  expect(answers[2].content).toContain("hello");
  expect(answers[3].error).toContain("path");
  expect(stderr).toBe('ready: give {"tool": NAME, "args": {…}} on a line; each is answered on a line\n');
});

test("an answer is what tools call prints", async () => {
  const person = newPerson();
  writeFileSync(join(person.project, "odd.txt"), "a\u202eb\n\u0085c\n");
  const args = { path: "odd.txt" };

  const called = await hermes(person, ["tools", "call", "read_file", JSON.stringify(args)]);
  const served = await hermes(person, ["tools", "serve"], {
    input: JSON.stringify({ tool: "read_file", args }),
  });

  expect(served.stdout).toBe(called.stdout);
  expect(called.stdout).toContain("\\u202e");
});

test("a line that is no call is answered with an error, and the next one is taken", async () => {
  const lines = [
    "{broken",
    "",
    "   ",
    "7",
    '{"args":{}}',
    '{"tool":5}',
    '{"tool":"no_such_tool"}',
    '{"tool":"terminal","args":"ls"}',
    JSON.stringify(shell("echo still here")),
  ];

  const { code, stdout } = await hermes(newPerson(), ["tools", "serve"], {
    input: `${lines.join("\r\n")}\n`,
  });

  const answers = linesOf(stdout);
  expect(code).toBe(0);
  expect(answers.slice(0, -1).map(({ error }) => typeof error)).toEqual(
    Array.from({ length: 6 }, () => "string"),
  );
  expect(answers.map(({ error }) => error)).toMatchObject([
    expect.stringContaining("not JSON"),
    "The line names no tool.",
    "The line names no tool.",
    "The line names no tool.",
    expect.stringContaining('No tool named "no_such_tool"'),
    expect.any(String),
    undefined,
  ]);
  expect(answers.at(-1)).toMatchObject({ output: "still here\n" });
});

test("a line of more than 10 MB is answered with an error, one below is taken", async () => {
  const { child, ask, ready } = serve(newPerson());
  await ready;

  const tooLong = await ask(`{"tool":"terminal","args":{"command":"${"x".repeat(11_000_000)}"}}`);
  const taken = await ask({
    tool: "write_file",
    args: { path: "big.txt", content: "y".repeat(9_000_000), odd: 1 },
  });
  const after = await ask(shell("echo on"));
  child.stdin.end();

  expect(tooLong.error).toContain("longer than 10 MB");
  expect(taken.error).toContain("odd");
  expect(after.output).toBe("on\n");
});

test("what would have to be asked is refused, and the flags of tools call decide as there", async () => {
  const person = newPerson();
  const push = shell("git push --force");
  const input = JSON.stringify(push);

  const asked = await hermes(person, ["tools", "serve"], { input });
  const planned = await hermes(person, ["tools", "serve", "--mode", "plan"], {
    input: JSON.stringify(shell("touch made")),
  });
  const all = await hermes(person, ["tools", "serve", "--yolo"], { input });
  const called = await hermes(person, ["tools", "call", "terminal", '{"command":"git push --force"}']);

  expect(asked.stdout).toBe(called.stdout);
  expect(linesOf(asked.stdout)[0].error).toEqual(expect.any(String));
  expect(linesOf(planned.stdout)[0].error).toEqual(expect.any(String));
  expect(existsSync(join(person.project, "made"))).toBe(false);
  expect(linesOf(all.stdout)[0]).toHaveProperty("exit_code");
});

test("the call that runs when the input ends is answered", async () => {
  const { child, ask, ready } = serve(newPerson());
  await ready;

  const answer = ask(shell("sleep 0.5; echo done"));
  child.stdin.end();

  expect((await answer).output).toBe("done\n");
  expect(await once(child, "close")).toEqual([0, null]);
});

/** A command that runs until it is ended, and writes its id before. */
const endless = "echo $$ > pid; sleep 600";

function isRunning(person: Fixture): boolean {
  try {
    return process.kill(Number(readFileSync(join(person.project, "pid"), "utf8")), 0);
  } catch {
    return false;
  }
}

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s ends the running call, its children and the process",
  async (signal) => {
    const person = newPerson();
    const { child, ask, ready } = serve(person);
    await ready;
    await ask(shell("sleep 600", { background: true }));
    const answer = ask(shell(endless));
    await vi.waitFor(() => expect(isRunning(person)).toBe(true), 5_000);

    child.kill(signal);

    expect(await answer).toMatchObject({ interrupted: true });
    expect(await once(child, "close")).toEqual([0, null]);
    await vi.waitFor(() => expect(isRunning(person)).toBe(false), 5_000);
  },
);

test("a signal ends it also while it waits for a line", async () => {
  const { child, ready } = serve(newPerson());
  await ready;

  child.kill("SIGTERM");

  expect(await once(child, "close")).toEqual([0, null]);
});

test("scripts go on from call to call, and leave neither a process nor a file", async () => {
  const person = newPerson("code_execution:\n  isolation: process\n");
  const scratch = join(person.home, "scratch");
  mkdirSync(scratch);
  const run = (code: string): object => ({
    tool: "execute_code",
    args: { language: "javascript", session: "notes", code },
  });
  const write = `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(join(person.project, "pid"))}, String(process.pid)); const kept = 41;`;

  const { stdout } = await hermes(person, ["tools", "serve", "--yolo"], {
    env: { TMPDIR: scratch },
    input: [run(write), run("console.log(kept + 1)")].map((each) => JSON.stringify(each)).join("\n"),
  });

  expect(linesOf(stdout)).toMatchObject([{ status: "success" }, { status: "success", output: "42\n" }]);
  expect(Number(readFileSync(join(person.project, "pid"), "utf8"))).toBeGreaterThan(1);
  expect(isRunning(person)).toBe(false);
  expect(readdirSync(scratch)).toEqual([]);
});

test("tools call, too, leaves nothing of an interpreter that it named", async () => {
  const person = newPerson("code_execution:\n  isolation: process\n");
  const scratch = join(person.home, "scratch");
  mkdirSync(scratch);
  const args = JSON.stringify({ language: "javascript", session: "notes", code: "console.log(1)" });

  const { stdout } = await hermes(person, ["tools", "call", "--yolo", "execute_code", args], {
    env: { TMPDIR: scratch },
  });

  expect(JSON.parse(stdout)).toMatchObject({ status: "success" });
  expect(readdirSync(scratch)).toEqual([]);
});

test("background processes end with it", async () => {
  const person = newPerson();

  const { code } = await hermes(person, ["tools", "serve"], {
    input: [shell(endless, { background: true }), shell("until [ -s pid ]; do sleep 0.05; done")]
      .map((each) => JSON.stringify(each))
      .join("\n"),
  });

  expect(code).toBe(0);
  expect(readFileSync(join(person.project, "pid"), "utf8")).toMatch(/^\d+\n$/);
  await vi.waitFor(() => expect(isRunning(person)).toBe(false), 5_000);
});

test("a reader that goes away ends it", async () => {
  const { child, ask, ready } = serve(newPerson());
  await ready;
  await ask(shell("echo one"));

  child.stdout.destroy();
  child.stdin.write(`${JSON.stringify(shell("echo two"))}\n`);

  expect(await once(child, "close")).toEqual([141, null]);
});

test("answers that nobody reads yet hold the next calls up, and none is lost", async () => {
  const person = newPerson();
  writeFileSync(join(person.project, "long.txt"), `${"z".repeat(400)}\n`.repeat(200));
  const { child, ready } = serve(person);
  await ready;
  const call = `${JSON.stringify({ tool: "read_file", args: { path: "long.txt" } })}\n`;

  child.stdin.end(call.repeat(40));
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  const [code] = await once(child, "close");

  expect(code).toBe(0);
  expect(linesOf(stdout)).toHaveLength(40);
});
