import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { program, projectEnvironment, root } from "../paths.js";
import { run } from "../run.js";

/**
 * Fetches another Node from the npm registry when it is first wanted, beside the dependencies.
 *
 * @param {number} major
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string | undefined>} Its program; undefined where it can't be had, and stderr says why.
 */
export async function fetchNode(major, env) {
  const folder = join(root, "node_modules", ".cache", "hermes-nodes", String(major));
  const windows = process.platform === "win32";
  const found = join(folder, "node_modules", "node", "bin", windows ? "node.exe" : "node");
  const works = () => spawnSync(found, ["--version"], { encoding: "utf8" }).stdout?.startsWith(`v${major}.`);
  if (works()) return found;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  process.stderr.write(`Fetching Node ${major} …\n`);
  const args = ["add", "--ignore-workspace", "--allow-build=node", `node@${major}`];
  await run(program("pnpm"), args, {
    env: { ...projectEnvironment(env), CI: "true" },
    cwd: folder,
    stdio: ["ignore", "ignore", 2],
  });
  return works() ? found : undefined;
}
