// Started with open files: runs a command behind a profile that looks for them.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { findProfileJail, workspaceProfile } from "../../src/index.ts";

const root = process.argv[2] ?? "";
const home = join(root, "home");
const search = await findProfileJail();
if (search.jail === undefined) throw new Error(search.reason);
const profile = workspaceProfile({
  workspace: join(root, "work"),
  home,
  hermesHome: join(home, ".hermes"),
  scratch: join(root, "scratch"),
  env: {},
});
const [program = "", ...args] = search.jail.enter(profile, [
  "sh",
  "-c",
  "echo looked; for f in 3 4 5 6 7 8 9 10 19 20 21; do cat /proc/self/fd/$f; done 2>/dev/null; true",
]);
const { stdout, stderr } = spawnSync(program, args, { cwd: join(root, "work"), encoding: "utf8" });
process.stdout.write(stdout);
process.stderr.write(stderr);
