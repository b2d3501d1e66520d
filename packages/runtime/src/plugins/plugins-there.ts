import type { RuntimeParts } from "../runtime-parts.ts";
import type { FolderPlugins } from "./folder-plugins.ts";
import { namesPlugins } from "./names-plugins.ts";

/** The plug-ins of the folder; undefined, and nothing is loaded, where there can be none. */
export async function pluginsThere(
  parts: Pick<RuntimeParts, "plugins" | "options" | "cwd">,
): Promise<FolderPlugins | undefined> {
  return parts.plugins.made === undefined && !namesPlugins(parts) ? undefined : await parts.plugins();
}
