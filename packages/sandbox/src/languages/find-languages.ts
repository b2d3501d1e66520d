import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { Environment } from "@hermes/registry";
import type { Language } from "./language.ts";

/** Languages that code can be written in here: JavaScript always, Python first where there is a `python3`. Starts nothing. */
export async function findLanguages(env: Environment): Promise<readonly Language["name"][]> {
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const found = await Promise.all(folders.map((folder) => isExecutable(join(folder, "python3"))));
  return found.includes(true) ? ["python", "javascript"] : ["javascript"];
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
