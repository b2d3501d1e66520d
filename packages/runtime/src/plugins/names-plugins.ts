import { readdirSync } from "node:fs";
import { join } from "node:path";
import { findWorkspace } from "../find-workspace.ts";
import type { RuntimeContext } from "../runtime-context.ts";

/** Where plug-ins of a project lie, below its root. */
export const projectPlugins: string = join(".hermes", "plugins");

/** Whether there is anything that could be a plug-in; reads no file. */
export function namesPlugins({ options, cwd }: Pick<RuntimeContext, "options" | "cwd">): boolean {
  const { home } = options.loaded;
  return [join(home, "plugins"), join(findWorkspace(cwd).root, projectPlugins)].some(hasEntries);
}

function hasEntries(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0;
  } catch {
    return false;
  }
}
