import type { HomePlugins, PluginReport } from "@hermes/runtime";
import { nearest } from "@hermes/registry";
import { HermesError } from "@hermes/registry/errors";

/** @throws {HermesError} `PLUGIN_UNKNOWN`, with the name that was probably meant. */
export async function findPlugin(plugins: HomePlugins, name: string): Promise<PluginReport> {
  const all = await plugins.list();
  const found = all.find((each) => each.name === name);
  if (found !== undefined) return found;
  const names = all.map((each) => each.name);
  const near = nearest(name, names);
  const there =
    names.length === 0
      ? "There are none. Install one: hermes plugins install SOURCE"
      : `There are: ${names.join(", ")}.`;
  throw new HermesError(`There is no plug-in "${name}".`, {
    code: "PLUGIN_UNKNOWN",
    hint: near === undefined ? there : `Did you mean "${near}"?`,
  });
}
