import type { LoadedSettings } from "@hermes/config";
import { knownPlatforms, pluginsOfHome, servedPlatforms } from "@hermes/gateway-app";
import type { Runtime } from "@hermes/runtime";

/** Names of the platforms that the settings switch on. */
export async function servedNames(
  runtime: Pick<Runtime, "plugins">,
  loaded: LoadedSettings,
): Promise<readonly string[]> {
  const known = await knownPlatforms(loaded, await pluginsOfHome(runtime, loaded));
  const { served } = servedPlatforms(loaded, "", known);
  return served.map(({ platform: { name } }) => name).filter((name) => name !== "local");
}
