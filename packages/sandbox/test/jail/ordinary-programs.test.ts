import { chooseIsolation } from "@hermes/jail";
import { describe, test } from "vitest";
import { needsLanguage } from "../support/needs-language.ts";
import { createSandbox } from "../../src/index.ts";

const found = await chooseIsolation("jail");
const missing = "refused" in found ? `needs a jail: ${found.refused}` : undefined;
const env = { PATH: process.env["PATH"] };

const programs: readonly (readonly [language: "python" | "javascript", what: string, code: string])[] = [
  [
    "python",
    "threads",
    `
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(16) as pool: print(sum(pool.map(lambda n: n * 2, range(100))) == 9900)`,
  ],
  [
    "python",
    "programs of the system",
    `
import subprocess
print(subprocess.run("echo a | tr a b; ls /usr/bin | wc -l", shell=True, capture_output=True, text=True).stdout.startswith("b"))`,
  ],
  [
    "python",
    "asyncio with programs",
    `
import asyncio, sys
async def main():
    child = await asyncio.create_subprocess_exec(sys.executable, "-c", "print(6 * 7)", stdout=asyncio.subprocess.PIPE)
    output, _ = await child.communicate()
    return output
print(asyncio.run(main()) == b"42\\n")`,
  ],
  [
    "python",
    "multiprocessing with shared memory and locks",
    `
import multiprocessing
from multiprocessing import shared_memory
context = multiprocessing.get_context("fork")
memory = shared_memory.SharedMemory(create=True, size=8)
counter, queue = context.Value("i", 0), context.Queue()
def work():
    with counter.get_lock(): counter.value += 1
    queue.put(counter.value); memory.buf[0] = 7
children = [context.Process(target=work) for _ in range(4)]
[child.start() for child in children]; [queue.get() for _ in children]; [child.join() for child in children]
print(counter.value == 4 and memory.buf[0] == 7)
memory.close(); memory.unlink()`,
  ],
  [
    "python",
    "temporary files, SQLite, archives",
    `
import sqlite3, tempfile, zipfile, pathlib
with tempfile.TemporaryDirectory() as folder:
    data = sqlite3.connect(folder + "/a.db"); data.execute("create table t (n)"); data.execute("insert into t values (1)"); data.commit()
    with zipfile.ZipFile(folder + "/a.zip", "w") as archive: archive.write(folder + "/a.db")
    print(data.execute("select n from t").fetchone() == (1,) and pathlib.Path(folder, "a.zip").stat().st_size > 100)`,
  ],
  [
    "python",
    "sockets of its own",
    `
import socket, threading
server = socket.create_server(("127.0.0.1", 0)); client = socket.create_connection(server.getsockname()); there, _ = server.accept()
left, right = socket.socketpair(); client.sendall(b"x"); left.sendall(b"y")
print(there.recv(1) + right.recv(1) == b"xy" and bool(socket.if_nameindex()))`,
  ],
  [
    "javascript",
    "workers",
    `
import { Worker } from "node:worker_threads";
const worker = new Worker("require('node:worker_threads').parentPort.postMessage(42)", { eval: true });
console.log(await new Promise((resolve) => worker.on("message", resolve)) === 42 ? "True" : "False");`,
  ],
  [
    "javascript",
    "programs and files",
    `
import { execFile } from "node:child_process"; import { promisify } from "node:util"; import fs from "node:fs/promises";
await fs.writeFile("a", "b"); const { stdout } = await promisify(execFile)(process.execPath, ["-p", "require('fs').readFileSync('a', 'utf8')"]);
console.log(stdout.trim() === "b" ? "True" : "False");`,
  ],
  [
    "javascript",
    "servers of its own, compression, cryptography",
    `
import http from "node:http"; import zlib from "node:zlib"; import crypto from "node:crypto"; import os from "node:os";
const server = http.createServer((_, answer) => answer.end(zlib.gzipSync(crypto.randomBytes(8)))).listen(0, "127.0.0.1");
await new Promise((resolve) => server.on("listening", resolve));
const bytes = await (await fetch("http://127.0.0.1:" + server.address().port)).arrayBuffer(); server.close();
console.log(zlib.gunzipSync(Buffer.from(bytes)).length === 8 && typeof os.networkInterfaces() === "object" ? "True" : "False"); process.exit();`,
  ],
];

describe.skipIf(missing !== undefined)(`in the jail (${missing ?? "there is one"})`, () => {
  const sandbox = createSandbox({ chooseIsolation, isolation: "jail", env });

  test.concurrent.for(programs)("%s works with %s", async ([language, , code], context) => {
    needsLanguage(context, language);
    const { expect } = context;
    const { output, errors } = await sandbox.run(code, { language });

    expect(errors).toBe("");
    expect(output.trim()).toBe("True");
  });
});
