import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findProfileJail, workspaceProfile } from "@hermes/jail";

// A home with a key, and a project. Not in /tmp: a jail has a /tmp of its own.
const root = mkdtempSync("/var/tmp/hermes-example-");
const [home, workspace, scratch] = [join(root, "home"), join(root, "project"), join(root, "scratch")];
for (const folder of [join(home, ".ssh"), join(workspace, ".git/hooks"), scratch])
  mkdirSync(folder, { recursive: true });
writeFileSync(join(home, ".ssh/id_ed25519"), "a key\n");

const search = await findProfileJail();
if (search.jail === undefined) console.log(`${search.reason} ${search.hint}`);
else {
  const hermesHome = join(home, ".hermes");
  const profile = workspaceProfile({ workspace, home, hermesHome, scratch, env: {}, network: "none" });
  const script = `
    echo hello > file && cat file
    cat "$HOME/.ssh/id_ed25519" 2>/dev/null || echo no key
    echo bad 2>/dev/null > .git/hooks/pre-commit || echo no new hook
    mv .git aside 2>/dev/null || echo no other hooks`;
  const [program = "", ...args] = search.jail.enter(profile, ["bash", "-c", script]);
  const env = { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: home };
  spawnSync(program, args, { cwd: workspace, env, stdio: "inherit" });
  search.jail.close();
}
rmSync(root, { recursive: true });
