import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** In the source, in `dist`, and beside a bundle in one file. */
const places: readonly string[] = [
  "./plugin-program.ts",
  "./process/plugin-program.js",
  "./plugin-program.js",
];

/** The program that loads a plug-in's module, with the files and folders that it consists of. */
export function findPluginProgram(): { readonly file: string; readonly readable: readonly string[] } {
  const found = places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find(existsSync);
  if (found === undefined) throw new TypeError("The program that runs plug-ins is missing.");
  const file = realpathSync(found);
  // In the source and in `dist` it has parts in files around it; Node asks the package what kind of modules they are.
  const isAlone = basename(dirname(file)) !== "process";
  const folder = isAlone ? dirname(file) : dirname(dirname(file));
  const readable = [isAlone ? file : folder, join(dirname(folder), "package.json")];
  return { file, readable: readable.filter((path) => existsSync(path)) };
}
