import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectEnvironment, root } from "../paths.js";
import { run } from "../run.js";

/** Where peers are installed, out of the way of the workspace. */
export const peersFolder = join(root, "node_modules", ".cache", "hermes-peers");

/** Each family in a folder of its own, because their dependencies disagree. */
const families = {
  pi: ["@mariozechner/pi-coding-agent", "@mariozechner/pi-agent-core", "@mariozechner/pi-ai"],
  aisdk: ["ai", "@ai-sdk/openai-compatible", "zod"],
  codex: ["@openai/codex"],
};

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<boolean>} False when a family could not be installed.
 */
export async function installPeers(env) {
  for (const [family, packages] of Object.entries(families)) {
    const folder = join(peersFolder, family);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
    console.error(`Installing ${packages.join(", ")} …`);
    const code = await run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...packages], {
      cwd: folder,
      env: projectEnvironment(env),
      stdio: ["ignore", 2, 2],
    });
    if (code !== 0) return false;
  }
  return true;
}
