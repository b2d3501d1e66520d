import type { ProfileJailSearch } from "@hermes/jail";
import type { ToolRegistry } from "@hermes/registry";
import { lazy } from "../lazy.ts";
import type { HomeParts } from "../runtime-parts.ts";
import type { RuntimeOptions } from "../runtime.ts";
import { FolderPlugins } from "./folder-plugins.ts";
import { storedPluginConsents } from "./plugin-consents.ts";
import { namesOfHermes } from "./taken-names.ts";

export interface OpenWorkspacePluginsOptions {
  readonly home: HomeParts & { readonly tools: () => Promise<ToolRegistry> };
  readonly options: RuntimeOptions;
  /** Folder of the work; absolute. */
  readonly cwd: string;
  /** Aborted when the runtime is closed. */
  readonly closing: AbortSignal;
}

/** The plug-ins of a folder. Starts none. */
export async function openWorkspacePlugins({
  home,
  options,
  cwd,
  closing,
}: OpenWorkspacePluginsOptions): Promise<FolderPlugins> {
  const { env, homedir, warn } = home;
  const { loaded, partNames } = options;
  const search = lazy(async (): Promise<ProfileJailSearch> => {
    const found = await (await import("@hermes/jail")).findProfileJail();
    closing.addEventListener("abort", () => found.jail?.close(), { once: true });
    return found;
  });
  let state = await home.existingState();
  const plugins = new FolderPlugins({
    ...{ home: loaded.home, cwd, homedir, env, search, warn },
    ...loaded.settings.plugins,
    consents: storedPluginConsents(
      () => state,
      async () => (state = await home.state()),
      Date.now,
    ),
    taken: async (kind) => await namesOfHermes(kind, { tools: home.tools, own: await partNames?.() }),
  });
  await plugins.load();
  return plugins;
}
