import type { LoadedSettings } from "@hermes/config";
import { knownPlatforms, servedPlatforms } from "@hermes/gateway-app";

/** Names of the platforms that the settings switch on. */
export async function servedNames(loaded: LoadedSettings): Promise<readonly string[]> {
  const { served } = servedPlatforms(loaded, "", await knownPlatforms(loaded));
  return served.map(({ platform: { name } }) => name).filter((name) => name !== "local");
}
