import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Environment } from "@hermes/registry";

/** Whether a program is on the PATH. */
export function hasProgram(name: string, env: Environment): boolean {
  return (env["PATH"] ?? "").split(delimiter).some((folder) => {
    if (folder === "") return false;
    try {
      const path = join(folder, name);
      accessSync(path, constants.X_OK);
      return statSync(path).isFile();
    } catch {
      return false;
    }
  });
}
