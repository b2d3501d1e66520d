// Arguments: a folder made as by `ProfilePlace`, and a script. Runs the script behind the profile of a workspace.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { findProfileJail, workspaceProfile } from "../../src/index.ts";

const [root = "", script = ""] = process.argv.slice(2);
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
const [program = "", ...args] = search.jail.enter(profile, ["sh", "-c", script]);
const { stdout, stderr } = spawnSync(program, args, { cwd: join(root, "work"), encoding: "utf8" });
process.stdout.write(stdout);
process.stderr.write(stderr);
