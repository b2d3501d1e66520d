import { existsSync } from "node:fs";
import { createRequire, findPackageJSON } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * @param {string} family
 * @returns {string | undefined} Folder of a family of peers; undefined when it was not installed by `--peers`.
 */
export function peerFolder(family) {
  const folder = join(process.env["HERMES_BENCH_PEERS"] ?? "/nowhere", family);
  return existsSync(folder) ? folder : undefined;
}

/**
 * Imports a peer from its own folder.
 *
 * @param {string} family
 * @param {string} specifier
 */
export async function importPeer(family, specifier) {
  const from = pathToFileURL(join(peerFolder(family) ?? family, "index.js"));
  const manifest = findPackageJSON(specifier, from);
  if (!manifest) throw new Error(`${specifier} is not installed in ${family}.`);
  const { exports: map, main } = createRequire(from)(manifest);
  const entry = map?.["."] ?? map ?? main;
  const file = typeof entry === "string" ? entry : (entry.import?.default ?? entry.import ?? entry.default);
  return import(pathToFileURL(join(manifest, "..", file)).href);
}
