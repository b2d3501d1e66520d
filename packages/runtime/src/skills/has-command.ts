import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { Environment } from "@hermes/registry";

/** Whether a program is on the PATH. */
export function hasCommand(env: Environment): (name: string) => boolean {
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const endings = process.platform === "win32" ? (env["PATHEXT"] ?? ".EXE;.CMD;.BAT").split(";") : [""];
  return (name) =>
    folders.some((folder) => endings.some((ending) => isExecutable(join(folder, `${name}${ending}`))));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
