import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../paths.js";
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
  // Its install script puts the program in its place.
  writeFileSync(join(folder, "package.json"), '{ "private": true, "allowScripts": { "node": true } }\n');
  process.stderr.write(`Fetching Node ${major} …\n`);
  // npm, since to pnpm `node` is no package but a download from elsewhere.
  const args = [
    "install",
    "--prefix",
    folder,
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    `node@${major}`,
  ];
  await run(windows ? "npm.cmd" : "npm", args, { env, cwd: folder, stdio: ["ignore", "ignore", 2] });
  return works() ? found : undefined;
}
