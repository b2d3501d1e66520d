import { HermesError } from "@hermes/registry";
import type { PluginDescription } from "./plugin-description.ts";
import { pluginKinds } from "./plugin-kinds.ts";
import type { PluginManifest } from "./plugin-manifest.ts";

/**
 * Holds what a module gives against what its manifest says that it provides: neither may have more. Skins are files, and no parts.
 *
 * @throws {HermesError} `PLUGIN_BAD_MODULE` with each difference.
 */
export function checkDescription(manifest: PluginManifest, description: PluginDescription): void {
  const problems = descriptionProblems(manifest, description);
  if (problems.length === 0) return;
  throw new HermesError(
    `The plug-in "${manifest.name}" is not what its manifest says: ${problems.join("; ")}.`,
    {
      code: "PLUGIN_BAD_MODULE",
      hint: "Its author has to name each part under `provides` in plugin.yaml, and nothing that the module does not give.",
    },
  );
}

export function descriptionProblems(
  { provides }: PluginManifest,
  description: PluginDescription,
): readonly string[] {
  return pluginKinds.flatMap((kind) => {
    if (kind === "skins") return [];
    const given = kind === "hooks" ? description.hooks : Object.keys(description[kind]);
    const named = provides[kind];
    return [
      ...given
        .filter((name) => !named.includes(name))
        .map((name) => `its module gives ${kind}.${name}, which is not named`),
      ...named
        .filter((name) => !given.includes(name))
        .map((name) => `${kind}.${name} is named, and its module does not give it`),
    ];
  });
}
