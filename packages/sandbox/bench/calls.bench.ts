// Calls from code. The floor is a bare script and a bare server over the same kind of socket, which check nothing.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { chooseIsolation } from "@hermes/jail";
import { defineTool, ToolRegistry } from "@hermes/registry";
import { testContext } from "@hermes/registry/testing";
import { median, report, waitQuiet } from "@hermes/tooling/bench";
import { enforceIsolation, executeCodeTool } from "@hermes/sandbox";
import { z } from "zod";
import { findPython } from "../src/languages/find-python.ts";

const rounds = process.env["HERMES_BENCH_FULL"] === undefined ? 5 : 11;
const env = { PATH: process.env["PATH"] };
const python = (await findPython(env))?.executable ?? "python3";
const folder = mkdtempSync(join(tmpdir(), "hermes-bench-calls-"));
const line = 'export const value = lookup("name", 42); // a line of ordinary source text\n';
const large = line.repeat(Math.ceil(5_000_000 / line.length)).slice(0, 5_000_000);

const registry = new ToolRegistry({ guard: async () => ({ allow: true }) });
const tool = (name: string, execute: () => unknown) =>
  defineTool({
    name,
    toolset: "bench",
    description: "Answers.",
    input: z.object({ path: z.string() }),
    concurrency: "parallel",
    execute,
  });
registry.register(
  tool("write_file", () => ({ text: "x".repeat(100) })),
  tool("terminal", async () => (await delay(20), { text: "x".repeat(100) })),
  tool("patch", () => ({ text: large })),
  executeCodeTool({
    registry: () => registry,
    languages: ["python", "javascript"],
    level: "process",
    isolation: () => enforceIsolation("process", { chooseIsolation }),
    limits: { maxCalls: 1_000_000 },
    env,
  }),
);

/** Both sides run the same loops; only the way to make a call differs. */
const loops = (ways: string): string => `
import threading, time
def seconds(work):
    started = time.perf_counter(); work(); return time.perf_counter() - started
def threads(count, work):
    ts = [threading.Thread(target=work) for _ in range(count)]
    [t.start() for t in ts]; [t.join() for t in ts]
def repeat(n, f):
    for _ in range(n): f()
${ways}
repeat(200, small)
a = 6000 / seconds(lambda: repeat(6000, small))
b = 320 / seconds(lambda: threads(8, lambda: repeat(40, slow)))
assert len(large()) == 5_000_000
c = seconds(lambda: repeat(12, large)) / 12 * 1000
print(a, b, c)
`;

const ours = loops(`from hermes_tools import write_file, terminal, patch
small = lambda: write_file("a")
slow = lambda: terminal("a")
large = lambda: patch("a")["text"]`);
const bare = loops(`import json, socket, sys
local = threading.local()
def call(tool):
    c = getattr(local, "c", None)
    if c is None:
        s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1])
        c = local.c = (s, s.makefile("rb", 65536))
    c[0].sendall((json.dumps({"id": 1, "tool": tool, "args": {"path": "a"}}) + "\\n").encode())
    answer = json.loads(c[1].readline())
    return c[1].read(answer["len"]) if "len" in answer else answer["result"]
small = lambda: call("small")
slow = lambda: call("slow")
large = lambda: call("large").decode()`);

const socket = join(folder, "bare.sock");
const script = join(folder, "bare.py");
writeFileSync(script, bare);
const largeBytes = Buffer.from(large);
const server = createServer((connection) => {
  let rest = "";
  connection.on("data", (chunk) => {
    const lines = (rest + chunk.toString()).split("\n");
    rest = lines.pop() ?? "";
    for (const each of lines) {
      const { id, tool: name } = z.object({ id: z.number(), tool: z.string() }).parse(JSON.parse(each));
      const answer = `${JSON.stringify({ id, result: { text: "x".repeat(100) } })}\n`;
      if (name === "slow") setTimeout(() => connection.write(answer), 20);
      else if (name === "small") connection.write(answer);
      else {
        connection.write(`${JSON.stringify({ id, len: largeBytes.length })}\n`);
        connection.write(largeBytes);
      }
    }
  });
  connection.on("error", () => connection.destroy());
}).listen(socket);

async function takeOurs(): Promise<readonly number[]> {
  const context = testContext({ offered: new Set(registry.names()) });
  const { content } = await registry.dispatch("execute_code", { code: ours }, context);
  const { output, errors } = z.object({ output: z.string(), errors: z.string() }).parse(JSON.parse(content));
  if (errors !== "") throw new Error(errors);
  return output.trim().split(" ").map(Number);
}

async function takeBare(): Promise<readonly number[]> {
  const child = spawn(python, ["-I", "-S", script, socket], { stdio: ["ignore", "pipe", "inherit"], env });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await once(child, "close");
  return output.trim().split(" ").map(Number);
}

try {
  const [a, b]: [(readonly number[])[], (readonly number[])[]] = [[], []];
  await waitQuiet();
  for (let round = -1; round < rounds; round++) {
    const [one, two] = [await takeOurs(), await takeBare()];
    if (round >= 0) (a.push(one), b.push(two));
  }
  const at = (list: readonly (readonly number[])[], index: number): number =>
    median(list.map((row) => row[index] ?? Number.NaN));
  report({
    figure: "calls from Python one after another, guard and journal in memory",
    unit: "calls/s",
    value: at(a, 0),
    better: "higher",
    goal: 17_000,
    floor: { name: "bare socket, nothing checked", value: at(b, 0), reference: 18_600 },
  });
  report({
    figure: "calls from 8 Python threads, a tool of 20 ms",
    unit: "calls/s",
    value: at(a, 1),
    better: "higher",
    goal: at(b, 1) * 0.9,
    floor: { name: "bare socket, nothing checked", value: at(b, 1), reference: 388 },
  });
  report({
    figure: "a call with a result of 5 MB",
    unit: "ms",
    value: at(a, 2),
    better: "lower",
    goal: 4,
    floor: { name: "bare socket, length-prefixed", value: at(b, 2), reference: 0.65 },
  });
} finally {
  server.close();
  rmSync(folder, { recursive: true, force: true });
}
