import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SupervisorOptions } from "../supervisor/messages.ts";

export interface SupervisorProgram {
  command(options: SupervisorOptions): readonly string[];
  /** Files and folders that it consists of. */
  readonly readable: readonly string[];
}

/** Where it lies: beside the bundle that this is a part of, or in its source. */
const places: readonly string[] = ["./jail-supervisor.js", "../supervisor/main.ts"];

export function findSupervisor(): SupervisorProgram {
  const file = places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find(existsSync);
  if (file === undefined) throw new TypeError("The program that starts commands behind a wall is missing.");
  const real = realpathSync(file);
  return {
    command: (options) => [process.execPath, real, JSON.stringify(options)],
    // The source consists of many files, and so may a bundle; pseudo terminals come from a package.
    readable: [
      process.execPath,
      real.endsWith(".ts") ? dirname(dirname(dirname(real))) : dirname(real),
      ...packagesAround(real),
    ].map((path) => realpathSync(path)),
  };
}

/** Folders of packages that a program in a file finds. */
function packagesAround(file: string): readonly string[] {
  const found: string[] = [];
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const packages = join(folder, "node_modules");
    if (existsSync(packages)) found.push(packages);
  }
  return found;
}
