import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectEnvironment } from "../paths.js";
import { run } from "../run.js";
import { sizeOfFolder } from "./size-of-folder.js";

/**
 * Installs packages into an empty project as a user would, with npm; what is of the house comes from tarballs and is
 * never looked up in a registry.
 *
 * @param {string} folder Its `package.json` is kept where there is one: what it names of the house comes from tarballs too.
 * @param {readonly string[]} names Packages to install: of the house (`@hermes/state`), or others with a version (`hono@^4`).
 * @param {import("./index.d.ts").Tarballs} tarballs
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<import("./index.d.ts").Installed>}
 * @throws {Error} when npm can't install them; what it said is on stderr.
 */
export async function installTarballs(folder, names, tarballs, env) {
  mkdirSync(folder, { recursive: true });
  const manifest = manifestOf(folder);
  const dependencies = { ...manifest.dependencies, ...Object.fromEntries(names.map(nameAndRange)) };
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ ...manifest, ...fromTarballs({ ...manifest, dependencies }, tarballs) }, null, 2),
  );
  const startedAt = performance.now();
  const code = await run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: folder,
    env: projectEnvironment(env),
    stdio: ["ignore", "ignore", 2],
  });
  if (code !== 0) throw new Error(`npm could not install ${Object.keys(dependencies).join(", ")}.`);
  return { ...measureInstalled(folder), seconds: (performance.now() - startedAt) / 1_000 };
}

/**
 * @param {string} folder Of a project that npm has installed.
 * @returns {import("./index.d.ts").InstalledSize}
 */
export function measureInstalled(folder) {
  const modules = join(folder, "node_modules");
  const { packages } = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8"));
  const places = Object.keys(packages);
  // A package may have others inside of it: each is counted once.
  const sizes = places.map((place) => [place.slice("node_modules/".length), sizeOfPackage(folder, place)]);
  sizes.sort(([, a], [, b]) => b - a);
  return { mb: sizeOfFolder(modules) / 1e6, packages: places.length, heaviest: sizes.slice(0, 8) };
}

/** @param {string} folder @param {string} place @returns {number} MB without the packages inside of it. */
function sizeOfPackage(folder, place) {
  const whole = sizeOfFolder(join(folder, place));
  return (whole - sizeOfFolder(join(folder, place, "node_modules"))) / 1e6;
}

/** @param {string} folder */
function manifestOf(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    return { private: true, type: "module" };
  }
}

/** @param {string} name @returns {[string, string]} */
function nameAndRange(name) {
  const at = name.indexOf("@", 1);
  return at < 0 ? [name, "*"] : [name.slice(0, at), name.slice(at + 1)];
}

/**
 * What is asked for directly, and what that needs in turn: npm wants the same words in both places.
 *
 * @param {{ dependencies: Record<string, string>, devDependencies?: Record<string, string> }} manifest
 * @param {import("./index.d.ts").Tarballs} tarballs
 */
function fromTarballs({ dependencies, devDependencies = {} }, tarballs) {
  const files = new Map([...tarballs].map(([name, file]) => [name, `file:${file}`]));
  const pinned = (/** @type {Record<string, string>} */ ranges) =>
    Object.fromEntries(Object.entries(ranges).map(([name, range]) => [name, files.get(name) ?? range]));
  return {
    dependencies: pinned(dependencies),
    devDependencies: pinned(devDependencies),
    overrides: Object.fromEntries(files),
  };
}
