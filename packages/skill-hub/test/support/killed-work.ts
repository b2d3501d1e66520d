/**
 * A process of a test: works on a hub and kills itself at a write to the disk.
 *
 * Arguments: install | update | uninstall | even | odd · the folder of the test · "never", or "before 3", "after 3".
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { createSkillHub } from "../../src/index.ts";

const [kind = "", root = "", killAt = "never"] = process.argv.slice(2);
const writers = [
  "mkdirSync",
  "writeFileSync",
  "appendFileSync",
  "renameSync",
  "rmSync",
  "openSync",
  "symlinkSync",
  "writeSync",
] as const;

// What was imported before sees the new functions too, and reading modules is not counted.
let writes = 0;
for (const name of writers) {
  // Each is a function of the same module; what it takes and gives is passed on.
  const real = fs[name] as (...args: unknown[]) => unknown;
  Object.assign(fs, {
    [name]: (...args: unknown[]): unknown => {
      if (name === "openSync" && args[1] !== "wx") return real(...args);
      writes += 1;
      const now = writes;
      if (killAt === `before ${now}`) process.kill(process.pid, "SIGKILL");
      const result = real(...args);
      if (killAt === `after ${now}`) process.kill(process.pid, "SIGKILL");
      return result;
    },
  });
}
syncBuiltinESMExports();

const hub = createSkillHub({
  folder: join(root, "skills"),
  officialFolder: join(root, "official"),
  fetch: async () => await Promise.reject(new Error("offline")),
});
const signal = new AbortController().signal;
switch (kind) {
  case "install":
    await hub.install("official:deploy", { signal });
    break;
  case "update":
    await hub.update(["deploy"], { signal });
    break;
  case "uninstall":
    await hub.uninstall("deploy");
    break;
  default:
    for (let index = kind === "even" ? 0 : 1; index < 6; index += 2) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, while another process does the same
      const outcome = await hub.install(`official:skill-${index}`, { signal });
      if (!outcome.ok) throw new Error(outcome.reason);
    }
}
process.stdout.write(String(writes));
