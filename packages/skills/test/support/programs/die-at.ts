// Loaded before a program: kills it at the n-th call that changes something on the disk, once `globalThis.armed` is set.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const dieAt = Number(process.env["DIE_AT"]);
const halfway = process.env["DIE_HALFWAY"] === "1";
let steps = 0;

for (const name of [
  "appendFileSync",
  "cpSync",
  "fsyncSync",
  "mkdirSync",
  "renameSync",
  "rmSync",
  "symlinkSync",
  "writeFileSync",
] as const) {
  // Each of them takes what the real one takes.
  const real = fs[name] as (...args: unknown[]) => unknown;
  const counted = (...args: unknown[]): unknown => {
    if ((globalThis as { armed?: boolean }).armed !== true) return real(...args);
    if (++steps === dieAt) {
      if (halfway && typeof args[1] === "string" && name.endsWith("FileSync"))
        real(args[0], args[1].slice(0, args[1].length / 2), args[2]);
      process.kill(process.pid, "SIGKILL");
    }
    return real(...args);
  };
  Object.assign(fs, { [name]: counted });
}
syncBuiltinESMExports();
process.on("exit", () => fs.writeSync(2, `${steps} steps`));
