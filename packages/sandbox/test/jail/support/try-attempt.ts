import type { Sandbox } from "../../../src/index.ts";
import type { Attempt } from "./attempt.ts";
import type { Planted } from "./planted.ts";

/**
 * Runs one attempt.
 *
 * @returns Undefined when it was refused; else what it printed.
 */
export async function tryAttempt(
  sandbox: Sandbox,
  { language, code }: Attempt,
  { facts, canary }: Planted,
): Promise<string | undefined> {
  const prelude = language === "python" ? pythonPrelude : scriptPrelude;
  const knows = JSON.stringify(JSON.stringify(facts));
  const { output, errors } = await sandbox.run(prelude.replace("FACTS", () => knows) + code, { language });
  if (/SyntaxError|IndentationError|NameError|ReferenceError/.test(errors)) throw new Error(errors);
  // What the attempts are told is not what they are after: it is taken from the tracebacks, which quote the code.
  return output.includes("ESCAPED") || output.includes(canary) ? `${output}\n${errors}` : undefined;
}

const pythonPrelude = `import json, os, sys, socket, ctypes, time
facts = json.loads(FACTS)
canary = facts["canary"]
libc = ctypes.CDLL(None, use_errno=True)
machine = os.uname().machine
def escaped(*proof): print("ESCAPED", *proof, flush=True)
def call(x64, arm64, *args):
    number = x64 if machine == "x86_64" else arm64
    result = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) if isinstance(a, int) else a for a in args])
    return result if result >= 0 else -ctypes.get_errno()
def seen(text):
    if canary in text: escaped("read it")
def read(path):
    with open(path, errors="replace") as file: return file.read()
`;

const scriptPrelude = `const facts = JSON.parse(FACTS);
const { canary } = facts;
const fs = await import("node:fs");
const net = await import("node:net");
const escaped = (...proof) => console.log("ESCAPED", ...proof);
const seen = (text) => { if (String(text).includes(canary)) escaped("read it"); };
const settled = (start) => new Promise((resolve) => start(resolve));
`;
