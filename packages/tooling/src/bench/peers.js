import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { projectEnvironment, root } from "../paths.js";
import { run } from "../run.js";

/** Where peers are installed, out of the way of the workspace. */
export const peersFolder = join(root, "node_modules", ".cache", "hermes-peers");

/** Each family in a folder of its own, because their dependencies disagree, or because its size is measured. */
const families = {
  pi: ["@mariozechner/pi-coding-agent", "@mariozechner/pi-agent-core", "@mariozechner/pi-ai"],
  aisdk: ["ai", "@ai-sdk/openai-compatible", "zod"],
  codex: ["@openai/codex"],
};

/** Of `library.bench.ts` alone. */
const libraryFamilies = {
  "library-ai-sdk": ["ai@^7", "@ai-sdk/openai@^4", "zod@^4"],
  // 1.5.2 could not be installed when this was measured: a dependency of it was missing.
  "library-pi": ["@earendil-works/pi-agent-core@^0.87.1", "@earendil-works/pi-ai@^0.87.1"],
};

/** Of `extract.bench.ts` alone: what takes the text out of a page. */
const extractionFamilies = {
  "web-extraction": ["jsdom", "@mozilla/readability", "turndown", "defuddle"],
};

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} files Benchmarks that will run.
 * @returns {Promise<boolean>} False when a family could not be installed.
 */
export async function installPeers(env, files) {
  const isLibrary = (/** @type {string} */ file) => basename(file) === "library.bench.ts";
  const isExtraction = (/** @type {string} */ file) => basename(file) === "extract.bench.ts";
  const isOfItsOwn = (/** @type {string} */ file) => isLibrary(file) || isExtraction(file);
  const wanted = {
    ...(files.every(isOfItsOwn) ? {} : families),
    ...(files.some(isExtraction) ? extractionFamilies : {}),
    ...(files.some(isLibrary) ? libraryFamilies : {}),
  };
  for (const [family, packages] of Object.entries(wanted)) {
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
