import { existsSync } from "node:fs";
import { join } from "node:path";
import type { LoadedSettings } from "@hermes/config";
import type { Runtime, UsedPlugin } from "@hermes/runtime";

/** The plug-ins that are used; starts none, and loads nothing where the home has none. */
export async function pluginsOfHome(
  runtime: Pick<Runtime, "plugins">,
  { home }: Pick<LoadedSettings, "home">,
): Promise<readonly UsedPlugin[]> {
  if (!existsSync(join(home, "plugins"))) return [];
  return await (await runtime.plugins()).used();
}
