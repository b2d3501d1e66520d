import { existsSync } from "node:fs";

/** The first of these files that is there, by its path from a module. In what is built, modules are bundled at several depths. */
export function fileBeside(module: string, paths: readonly string[]): URL | undefined {
  return paths.map((path) => new URL(path, module)).find((url) => existsSync(url));
}
