import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { chooseIsolation } from "@hermes/jail";
import { needs } from "@hermes/tooling/prerequisites";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { createSandbox } from "../src/index.ts";
import type { CreateSandboxOptions, Sandbox } from "../src/index.ts";
import { expectNothingLeft } from "./support/leftovers.ts";
import { needsLanguage } from "./support/needs-language.ts";
import { echo, gate } from "./support/tools.ts";

const env = { PATH: process.env["PATH"] };
const isLong = process.env["HERMES_TEST_LONG"] === "1";
const hasJail = !("refused" in (await chooseIsolation("jail")));
/** Without a jail only where there is none: what differs is tested with each jail. HERMES_TEST_LONG=1: both. */
const levels = isLong && hasJail ? (["process", "jail"] as const) : ([hasJail ? "jail" : "process"] as const);
const outputMegabytes = isLong ? 1024 : 64;

afterEach(async () => {
  await expectNothingLeft();
});

/** Python that speaks to the socket itself. */
const byHand = `import json, os, socket
def connect(token=os.environ["HERMES_TOOLS_TOKEN"]):
    s = socket.socket(socket.AF_UNIX)
    s.connect(os.environ["HERMES_TOOLS_SOCKET"])
    s.sendall(json.dumps({"token": token}).encode() + b"\\n")
    return s
def ask(s, id=1):
    s.sendall(json.dumps({"id": id, "tool": "echo", "args": {"text": "hi"}}).encode() + b"\\n")
    return s.makefile("rb").readline()
`;

describe.each(levels)("at the level %s", (isolation) => {
  // Looking for the jail and for Python takes longer than most runs.
  const common = createSandbox({ chooseIsolation, tools: [echo()], isolation, env });
  const sandboxOf = (options?: Partial<CreateSandboxOptions>): Sandbox =>
    options === undefined
      ? common
      : createSandbox({ chooseIsolation, tools: [echo()], isolation, env, ...options });

  test.for([
    ["python", "print('a')\nthis is no python", "SyntaxError", ""],
    ["javascript", "console.log('a'); const = 1;", "SyntaxError", ""],
    ["python", "print('a')\n1 / 0", "ZeroDivisionError", "a\n"],
    ["javascript", "console.log('a'); null.x", "TypeError", "a\n"],
    ["python", "print('a')\nimport sys\nsys.exit(7)", "Ended with exit code 7.", "a\n"],
    ["python", "import sys\nsys.exit('words')", "words", ""],
    ["javascript", "console.log('a'); process.exit(7)", "Ended with exit code 7.", "a\n"],
    [
      "python",
      "print('a', flush=True)\nimport os, signal\nos.kill(os.getpid(), signal.SIGKILL)",
      "Ended by SIGKILL",
      "a\n",
    ],
    ["javascript", "await new Promise(() => {})", "never comes", ""],
  ] as const)(
    "%s that fails is an error with its words, and what it printed is kept: %j",
    async ([language, code, words, output], context) => {
      needsLanguage(context, language);
      const result = await sandboxOf().run(code, { language });

      expect(result).toMatchObject({ status: "error", output });
      expect(result.errors).toContain(words);
    },
  );

  test("a traceback begins in the script and shows its lines", async (context) => {
    needs(context, "python3");
    const { errors } = await sandboxOf().run("def f():\n    raise KeyError('k')\nf()");

    expect(errors).toMatch(
      /^Traceback \(most recent call last\):\n {2}File "script.py", line 3, in <module>\n {4}f\(\)/,
    );
    expect(errors).not.toContain("start.py");
  });

  test.for([
    ["python", "print('before', flush=True)\nwhile True: pass"],
    ["javascript", "console.log('before'); for (;;);"],
  ] as const)(
    "an endless loop in %s is stopped, and what it printed is kept",
    async ([language, code], context) => {
      needsLanguage(context, language);
      const result = await sandboxOf({ limits: { timeoutMs: 1_200 } }).run(code, { language });

      expect(result).toMatchObject({ status: "timeout", output: "before\n" });
      expect(result.errors).toBe("Stopped: it ran longer than 1.2 s.");
    },
  );

  test("code that ignores SIGTERM is killed after a grace period", { timeout: 20_000 }, async (context) => {
    needs(context, "python3");
    const code =
      "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint('deaf', flush=True)\nwhile True: pass";

    const result = await sandboxOf({ limits: { timeoutMs: 1_000 } }).run(code);

    expect(result).toMatchObject({ status: "timeout", output: "deaf\n" });
  });

  test("its orphaned child processes end with it", async (context) => {
    needs(context, "python3");
    const code = `import subprocess, sys
for _ in range(3):
    subprocess.Popen([sys.executable, "-c", "import time\\nwhile True: time.sleep(1)"], start_new_session=${isolation === "jail" ? "True" : "False"})
print("left")`;

    expect(await sandboxOf().run(code)).toMatchObject({ status: "success", output: "left\n" });
  });

  test(
    "output without end is read and left out but for its beginning and its end",
    { timeout: 60_000 },
    async (context) => {
      needs(context, "python3");
      const code = `import sys
print("first")
line = "x" * 1023 + "\\n"
for _ in range(${outputMegabytes}):
    sys.stdout.write(line * 1024)
print("last")`;

      const { status, output } = await sandboxOf().run(code);

      expect(status).toBe("success");
      expect(output.length).toBeLessThan(50_100);
      expect(output).toMatch(/^first\nx+/);
      expect(output).toContain(`[… ${outputMegabytes * 1_048_576 + 11 - 50_000} characters left out …]`);
      expect(output).toMatch(/x\nlast\n$/);
    },
  );

  test("errors are left out too, with a note", async (context) => {
    needs(context, "python3");
    const { errors } = await sandboxOf().run("import sys\nsys.stderr.write('e' * 20_000)");

    expect(errors).toBe(`${"e".repeat(4_000)}\n[… 10000 characters left out …]\n${"e".repeat(6_000)}`);
  });

  test("output that is no text arrives as text", async (context) => {
    needs(context, "python3");
    const { status, output } = await sandboxOf().run(
      "import os\nos.write(1, bytes(range(256)) + '…'.encode()[:2] + b'\\n')",
    );

    expect(status).toBe("success");
    expect(output).toContain("\ufffd");
  });

  test("code that closes its socket gets an error at its next call, and may go on", async (context) => {
    needs(context, "python3");
    const code = `from hermes_tools import echo, ToolError
import hermes_tools
print(echo("a")["text"])
hermes_tools._threads.connection.socket.shutdown(2)
for _ in range(2):
    try:
        print(echo("b")["text"])
    except ToolError as e:
        print("lost")`;

    const { status, output } = await sandboxOf().run(code);

    expect([status, output]).toEqual(["success", "a\nlost\nb\n"]);
  });

  test.for([
    "b'garbage\\n'",
    "b'\\0\\xff\\xfe\\n'",
    "b'[]\\n'",
    "b'{}\\n'",
    `b'{"id":1,"tool":"echo","args":[]}\\n'`,
    `b'{"id":"1","tool":"echo","args":{}}\\n'`,
    `b'{"id":1,"tool":7,"args":{}}\\n'`,
    "b'\\n'",
  ])("what is no call ends its connection and no other: %s", async (garbage, context) => {
    needs(context, "python3");
    const code = `${byHand}
good, bad = connect(), connect()
bad.sendall(${garbage})
print(b"is no call" in bad.makefile("rb").read())
print(json.loads(ask(good))["result"]["text"])`;

    expect(await sandboxOf().run(code)).toMatchObject({
      status: "success",
      output: "True\nhi\n",
      toolCallsMade: 1,
    });
  });

  test.for(["'forged'", "''", "None", "'x' * 48", "os.environ['HERMES_TOOLS_TOKEN'][:-1]"])(
    "a connection with another token is closed without a word: %s",
    async (token, context) => {
      needs(context, "python3");
      const code = `${byHand}
try:
    print(ask(connect(${token})))
except OSError:
    print(b"")`;

      expect(await sandboxOf().run(code)).toMatchObject({
        status: "success",
        output: "b''\n",
        toolCallsMade: 0,
      });
    },
  );

  test("two connections work side by side, and a hundred are too many", async (context) => {
    needs(context, "python3");
    const code = `${byHand}
a, b = connect(), connect()
print(json.loads(ask(a))["result"]["text"], json.loads(ask(b, 9))["id"])
many = [connect() for _ in range(61)]
def answers(s):
    try:
        return ask(s) != b""
    except OSError:
        return False
print(all(answers(s) for s in many))
more = []
for _ in range(30):
    try:
        many.append(connect())
        more.append(answers(many[-1]))
    except OSError:
        more.append(False)
print(sum(more))`;

    const { output } = await sandboxOf({ limits: { maxCalls: 500 } }).run(code);

    expect(output).toBe("hi 9\nTrue\n1\n");
  });

  test("a call whose result has twenty megabytes is answered", { timeout: 30_000 }, async (context) => {
    needs(context, "python3");
    const code = "from hermes_tools import echo\nprint(len(echo('ab', 10_000_000)['text']))";

    expect(await sandboxOf().run(code)).toMatchObject({ status: "success", output: "20000000\n" });
  });

  test("an interrupt in the middle of a call aborts the call and ends the run", async (context) => {
    needs(context, "python3");
    const { tool, waiting } = gate();
    const stop = new AbortController();
    const run = sandboxOf({ tools: [tool] }).run(
      "from hermes_tools import wait\nprint('on', flush=True)\nwait(1)",
      {
        signal: stop.signal,
      },
    );
    await waiting(1);

    stop.abort(new Error("enough"));

    expect(await run).toMatchObject({
      status: "interrupted",
      output: "on\n",
      errors: "Stopped by the person.",
    });
  });

  test("a run that was interrupted before it began makes no call", async (context) => {
    needs(context, "python3");
    const run = sandboxOf().run("from hermes_tools import echo\necho('a')", { signal: AbortSignal.abort() });

    expect(await run).toMatchObject({ status: "interrupted", toolCallsMade: 0 });
  });

  test.for(["python", "javascript"] as const)(
    "when the program is killed, its %s ends by itself",
    async (language, context) => {
      needsLanguage(context, language);
      const script = fileURLToPath(new URL("support/dying-parent.ts", import.meta.url));
      const parent = spawn(process.execPath, ["--conditions=@hermes/source", script, isolation, language], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      onTestFinished(() => void parent.kill("SIGKILL"));
      await once(parent.stdout, "data");

      parent.kill("SIGKILL");
      await once(parent, "exit");

      // What is left of the folder goes with the next program that runs code.
      await createSandbox({ chooseIsolation, isolation, env }).run("1", { language: "javascript" });
      if (parent.pid !== undefined) await expectNothingLeft(parent.pid);
    },
  );
});
