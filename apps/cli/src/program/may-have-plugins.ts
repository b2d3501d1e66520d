import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { Host } from "../host.ts";

/** Whether there is a folder for plug-ins, of the home or around the working folder. */
export function mayHavePlugins({ env, cwd }: Pick<Host, "env" | "cwd">): boolean {
  const home = env["HERMES_HOME"]?.trim() || join(env["HOME"] || homedir(), ".hermes");
  if (existsSync(join(home, "plugins"))) return true;
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".hermes", "plugins"))) return true;
    if (dirname(folder) === folder) return false;
  }
}
