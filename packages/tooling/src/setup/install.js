import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { node, root } from "../paths.js";
import { run } from "../run.js";

const stamp = join(root, "node_modules", ".hermes-installed");

/**
 * Installs the dependencies when the lock file or a manifest changed since the last time.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<boolean>} False when it failed; the reason is on stderr.
 */
export async function ensureInstalled(env) {
  const wanted = fingerprint();
  if (existsSync(node) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return true;
  process.stderr.write("Installing dependencies (about half a minute the first time) …\n");
  // stdout belongs to the program that is started afterwards.
  const code = await run(
    process.platform === "win32" ? "npx.cmd" : "npx",
    ["--yes", "pnpm@12", "install", "--frozen-lockfile"],
    { env: { ...env, npm_config_yes: "true", CI: "true" }, stdio: ["ignore", 2, 2] },
  );
  if (code !== 0) {
    process.stderr.write(
      "Dependencies could not be installed. Check that the npm registry can be reached, then try again.\n",
    );
    return false;
  }
  writeFileSync(stamp, wanted);
  return true;
}

function fingerprint() {
  const hash = createHash("sha256");
  const manifests = ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", ...workspaceManifests()];
  for (const file of manifests) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

function workspaceManifests() {
  return ["packages", "apps"]
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name, "package.json")))
    .filter((file) => existsSync(join(root, file)))
    .sort();
}
