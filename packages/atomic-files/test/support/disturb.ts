// Loaded before a program. `NO_LINKS`: the disk knows no symbolic links. `DIE_AT`: the process kills itself at the n-th call that
// changes something on the disk, once `globalThis.armed` is set; with `DIE_HALFWAY` after half of what it wrote. `STOP_AT`: it stops
// there until it is told to go on.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

if (process.env["NO_LINKS"] !== undefined) {
  fs.symlinkSync = () => {
    throw Object.assign(new Error("EPERM: operation not permitted, symlink"), { code: "EPERM" });
  };
}

const dieAt = Number(process.env["DIE_AT"]);
const stopAt = Number(process.env["STOP_AT"]);
const halfway = process.env["DIE_HALFWAY"] !== undefined;
let steps = 0;
for (const name of [
  "symlinkSync",
  "writeFileSync",
  "appendFileSync",
  "openSync",
  "fchmodSync",
  "fsyncSync",
  "closeSync",
  "renameSync",
  "rmSync",
] as const) {
  // Each of them takes what the real one takes.
  const real = fs[name] as (...args: unknown[]) => unknown;
  const counted = (...args: unknown[]): unknown => {
    if ((globalThis as { armed?: boolean }).armed !== true) return real(...args);
    steps += 1;
    if (steps === stopAt) process.kill(process.pid, "SIGSTOP");
    if (steps === dieAt) {
      if (halfway && typeof args[1] === "string" && name.endsWith("FileSync"))
        real(args[0], args[1].slice(0, args[1].length / 2), args[2]);
      process.kill(process.pid, "SIGKILL");
    }
    return real(...args);
  };
  Object.assign(fs, { [name]: counted });
}
syncBuiltinESMExports();
