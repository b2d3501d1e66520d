import { join } from "node:path";
import type { LoadedSettings } from "@hermes/config";
import { createRuntime } from "@hermes/runtime";
import type { Host } from "../host.ts";

/** Files of the skins that the plug-ins bring which are used in this folder, by name. Starts none of them. */
export async function pluginSkins(host: Host, loaded: LoadedSettings): Promise<ReadonlyMap<string, string>> {
  // Looks are put on before there is a conversation with a runtime of its own.
  await using runtime = createRuntime({
    ...{ loaded, env: loaded.env, cwd: host.cwd, platform: "cli" },
    housekeepingAfterMs: Number.POSITIVE_INFINITY,
    onWarning: () => undefined,
  });
  const used = await (await runtime.plugins()).used();
  return new Map(
    used.flatMap(({ manifest, folder }) =>
      manifest.provides.skins.map((name) => [name, join(folder, "skins", `${name}.yaml`)]),
    ),
  );
}
