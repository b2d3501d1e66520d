import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import type { Environment } from "@hermes/registry";
import { HermesError } from "@hermes/registry";

/**
 * The first of these programs that is there: as it is when it is a path, else on the `PATH` and where Macs have it.
 *
 * @throws {HermesError} `BACKEND_PROGRAM_MISSING`.
 */
export function findProgram(names: readonly string[], env: Environment): string {
  const onPath = (env["PATH"] ?? "").split(":").filter((folder) => folder.startsWith("/"));
  const folders = [...onPath, "/usr/local/bin", "/opt/homebrew/bin"];
  for (const name of names) {
    const paths = name.includes("/") ? [name] : folders.map((folder) => join(folder, name));
    const found = paths.find(isExecutable);
    if (found !== undefined) return found;
  }
  throw new HermesError(`There is no ${names.join(" and no ")} here.`, {
    code: "BACKEND_PROGRAM_MISSING",
    hint: "Install it, or choose another place for commands (terminal.backend).",
  });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // Not there or not ours to run: the next candidate.
    return false;
  }
}
