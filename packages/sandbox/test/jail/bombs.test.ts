import { chooseIsolation } from "@hermes/jail";
import { lacks } from "@hermes/tooling/prerequisites";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createSandbox, defaultLimits } from "../../src/index.ts";
import { expectNothingLeft } from "../support/leftovers.ts";
import { groupsOf } from "./support/leftovers-of-jails.ts";

const found = await chooseIsolation("jail");
const missing = "refused" in found ? `needs a jail: ${found.refused}` : lacks("python3");
const env = { PATH: process.env["PATH"] };
const limits = {
  ...defaultLimits,
  memoryMegabytes: 160,
  maxProcesses: 40,
  fileMegabytes: 16,
};
const megabyte = 1024 * 1024;

afterEach(async () => {
  await expectNothingLeft();
  await vi.waitFor(async () => expect(await groupsOf()).toEqual([]), { timeout: 30_000 });
});

interface Bomb {
  readonly name: string;
  readonly language: "python" | "javascript";
  readonly code: string;
  /** What it prints when it is told to stop, or how its end is explained. */
  readonly says: RegExp;
  /** Milliseconds after which it is ended. Where that is not what ends it, a busy machine may take long. @default 45_000 */
  readonly timeoutMs?: number | undefined;
  /** Megabytes by which this program may grow meanwhile. @default 50 */
  readonly growth?: number | undefined;
}

/** V8 looks after what was read only when some 64 MB of it have gathered, however much passes through. */
const readBuffers = 128;

const bombs: readonly Bomb[] = [
  {
    name: "forks for ever",
    language: "python",
    code: `
import os
while True:
    try:
        if os.fork() == 0:
            while True:
                try: os.fork()
                except OSError: pass
    except OSError: print("no more"); break`,
    says: /no more/,
  },
  {
    name: "forks for ever, each parent gone at once",
    language: "python",
    code: `
import os
while True:
    try:
        if os.fork() != 0: os._exit(0)
    except OSError: pass`,
    says: /^$|ended|killed/i,
  },
  {
    name: "starts threads for ever",
    language: "python",
    code: `
import threading, time
count = 0
try:
    while True: threading.Thread(target=time.sleep, args=(60,), daemon=True).start(); count += 1
except (RuntimeError, MemoryError): print("at most" if count < 60 else "too many", count)`,
    says: /at most/,
  },
  {
    name: "leaves dead children for ever",
    language: "python",
    code: `
import os
count = 0
try:
    while True:
        if os.fork() == 0: os._exit(0)
        count += 1
except OSError: print("at most" if count < 60 else "too many", count)`,
    says: /at most/,
  },
  {
    name: "takes memory for ever",
    language: "python",
    code: `
parts = []
while True: parts.append(bytearray(8_000_000))`,
    says: /MemoryError|Ended by SIGKILL|exit code 137/,
  },
  {
    name: "takes memory for ever in many processes",
    language: "python",
    code: `
import os
for _ in range(20): os.fork()if _ < 4 else None
parts = []
while True: parts.append(bytearray(8_000_000))`,
    says: /MemoryError|Ended by SIGKILL|exit code 137|Stopped/,
  },
  {
    name: "takes memory for ever",
    language: "javascript",
    code: "const parts = []; for (;;) parts.push(Buffer.alloc(8e6, 1));",
    says: /memory|SIGKILL|137|allocation/i,
  },
  {
    name: "makes 100 000 files",
    language: "python",
    code: `
import os
try:
    for number in range(100_000): os.close(os.open(f"{number}", os.O_CREAT | os.O_WRONLY))
finally: print("made")`,
    says: /made|Ended by SIGKILL|Stopped/,
  },
  {
    name: "writes a file of 10 GB",
    language: "python",
    code: `
import os
block, size = bytes(1_000_000), 0
with open("big", "wb", 0) as file:
    try:
        while size < 10_000_000_000: size += file.write(block)
    except OSError as error: print("stopped at" if size <= ${16 * megabyte} else "too late at", size, error)`,
    says: /stopped at/,
  },
  {
    name: "fills every other folder too",
    language: "python",
    code: `
import os
total = 0
for folder in ("/tmp", "/dev/shm", "/dev", "/run", "/", "/var/tmp", "/etc"):
    try:
        with open(folder + "/big", "wb", 0) as file:
            while total < 10_000_000_000: total += file.write(bytes(1_000_000))
    except OSError: pass
print("all in all" if total <= ${2 * 16 * megabyte} else "too much", total)`,
    says: /all in all/,
  },
  {
    name: "prints 10 GB",
    language: "python",
    code: `
import sys
text = "x" * 1_000_000
for _ in range(10_000): sys.stdout.write(text)`,
    says: /Stopped: it ran longer/,
    timeoutMs: 1_500,
    growth: readBuffers,
  },
  {
    name: "prints 10 GB",
    language: "javascript",
    code: "import fs from 'node:fs'; const text = 'x'.repeat(1e6); for (let n = 0; n < 1e4;) try { fs.writeSync(2, text); n += 1; } catch {}",
    says: /Stopped: it ran longer/,
    timeoutMs: 1_500,
    growth: readBuffers,
  },
];

describe.skipIf(missing !== undefined)(`in the jail (${missing ?? "there is one"})`, () => {
  test.each(bombs)(
    "$language that $name ends within its limits, and this program hardly grows",
    async ({ language, code, says, timeoutMs = 45_000, growth = 50 }) => {
      const sandbox = createSandbox({
        ...{ chooseIsolation, isolation: "jail", env },
        limits: { ...limits, timeoutMs },
      });
      const before = process.memoryUsage.rss();
      let most = before;
      const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);

      const { output, errors } = await sandbox.run(code, { language }).finally(() => clearInterval(watch));

      expect(output + errors).toMatch(says);
      expect((most - before) / megabyte).toBeLessThan(growth);
    },
  );
});
