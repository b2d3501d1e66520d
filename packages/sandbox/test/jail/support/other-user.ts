// other-user.ts: tries attempts as whoever runs it, and prints those that succeeded and what was touched.
import { chooseIsolation } from "@hermes/jail";
import { createSandbox } from "../../../src/index.ts";
import { attempts, some } from "./attempts.ts";
import { plant } from "./planted.ts";
import { tryAttempt } from "./try-attempt.ts";

const env = { PATH: process.env["PATH"] };
const sandbox = createSandbox({ chooseIsolation, isolation: "jail", env });
const { jail } = await sandbox.isolation();
const planted = await plant();
const tried = some(attempts);
const waiting = [...tried];
const escapes: string[] = [];
await Promise.all(
  [1, 2, 3].map(async () => {
    for (let attempt = waiting.shift(); attempt !== undefined; attempt = waiting.shift()) {
      const escape = await tryAttempt(sandbox, attempt, planted);
      if (escape !== undefined) escapes.push(`${attempt.language} ${attempt.name}: ${escape}`);
    }
  }),
);
const bomb = await sandbox.run(
  "import os\ncount = 0\ntry:\n    while count < 1000:\n        if os.fork() == 0:\n            import time; time.sleep(60)\n        count += 1\nexcept OSError: print('at most', count)\nos._exit(0)",
);
const memory = await sandbox.run("bytearray(2_000_000_000)");
const script = await sandbox.run("const parts = []; for (;;) parts.push(Buffer.alloc(5e7, 1));", {
  language: "javascript",
});
console.log(
  JSON.stringify({
    user: process.getuid?.(),
    level: jail.level,
    gaps: jail.gaps,
    tried: tried.length,
    escapes,
    touched: await planted.touched(),
    bomb: bomb.output,
    memory: memory.errors,
    script: script.errors.slice(0, 4000),
  }),
);
await planted[Symbol.asyncDispose]();
await sandbox[Symbol.asyncDispose]();
