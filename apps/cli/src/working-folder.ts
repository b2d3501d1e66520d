import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { Environment } from "@hermes/registry";

export interface WorkingFolderOptions {
  readonly cwd: string;
  readonly env: Environment;
}

/**
 * The folder in which the person typed the command.
 *
 * npm and pnpm run scripts in the folder of the package and name the person's own in `INIT_CWD`. The variable is
 * inherited by everything that a script starts, so it counts only where the process still is in that folder.
 */
export function workingFolder({ cwd, env }: WorkingFolderOptions): string {
  const typedIn = env["INIT_CWD"];
  const startedByScript = env["npm_lifecycle_event"] !== undefined || env["npm_command"] !== undefined;
  if (!startedByScript || !typedIn || !isFolder(typedIn)) return cwd;
  const manifest = env["npm_package_json"];
  return manifest && dirname(manifest) !== cwd ? cwd : typedIn;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
