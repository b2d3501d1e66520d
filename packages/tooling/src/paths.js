import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Root folder of the repository. */
export const root = fileURLToPath(new URL("../../..", import.meta.url)).replace(/[\\/]$/, "");

/** The project's own Node, installed with the other dependencies. */
export const node = join(
  root,
  "node_modules",
  "node",
  "bin",
  process.platform === "win32" ? "node.exe" : "node",
);

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv} The environment with the project's programs, and its Node, found first.
 */
export function projectEnvironment(env) {
  const bins = [join(root, "node_modules", ".bin"), join(root, "node_modules", "node", "bin")];
  return { ...env, PATH: [...bins, env["PATH"] ?? ""].join(delimiter) };
}

/** @param {string} name A program of a root dependency. */
export function program(name) {
  return join(root, "node_modules", ".bin", process.platform === "win32" ? `${name}.cmd` : name);
}
