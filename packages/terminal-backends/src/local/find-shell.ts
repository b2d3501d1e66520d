import { accessSync, constants } from "node:fs";
import { basename, join } from "node:path";
import type { Environment } from "@hermes/registry";
import type { Shell } from "./start-shell.ts";

/** The given shell, else bash, else sh. */
export function findShell(env: Environment, given: string | undefined): Shell {
  if (given !== undefined) return { path: given, dialect: basename(given) === "bash" ? "bash" : "posix" };
  const folders = (env["PATH"] ?? "").split(":").filter((folder) => folder.startsWith("/"));
  const bash = [...folders, "/usr/bin", "/bin"].map((folder) => join(folder, "bash")).find(isExecutable);
  return bash === undefined ? { path: "/bin/sh", dialect: "posix" } : { path: bash, dialect: "bash" };
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
