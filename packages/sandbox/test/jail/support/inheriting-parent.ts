// inheriting-parent.ts LEVEL: was started with a secret at descriptor 40; tells what code can read of its descriptors.
import { chooseIsolation } from "@hermes/jail";
import { createSandbox } from "../../../src/index.ts";
import type { IsolationChoice } from "../../../src/index.ts";

// What the test passes.
const isolation = process.argv[2] as IsolationChoice;
const sandbox = createSandbox({ chooseIsolation, isolation, env: { PATH: process.env["PATH"] } });
const code = `import os
for fd in range(3, 64):
    try: print(fd, os.read(fd, 100))
    except OSError: pass`;
console.log((await sandbox.run(code)).output);
await sandbox[Symbol.asyncDispose]();
