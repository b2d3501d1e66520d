import { pluginKinds } from "@hermes/plugins/host";
import type { PluginKind, PluginManifest } from "@hermes/plugins/host";
import { HermesError } from "@hermes/registry";
import { partNamed } from "./plugin-words.ts";
import type { UsedPlugin } from "./workspace-plugins.ts";

export interface CheckNamesOptions {
  /** What Hermes itself has. */
  readonly taken: (kind: PluginKind) => Promise<readonly string[]>;
  readonly used: readonly UsedPlugin[];
}

/**
 * A part has no name that Hermes or another plug-in has. Hooks and sections are many of one name.
 *
 * @throws {HermesError} `PLUGIN_NAME_TAKEN`
 */
export async function checkNames(
  { name, provides }: PluginManifest,
  { taken, used }: CheckNamesOptions,
): Promise<void> {
  const kinds = pluginKinds.filter((kind) => kind !== "hooks" && kind !== "sections");
  for (const kind of kinds.filter((each) => provides[each].length > 0)) {
    // oxlint-disable-next-line no-await-in-loop -- the first mistake ends it
    const names = await taken(kind);
    for (const part of provides[kind]) {
      if (names.includes(part))
        throw nameTaken(name, {
          by: "Hermes",
          part: partNamed(kind, part),
          hint: "Its author can give it another name.",
        });
      const other = used.find(
        ({ manifest }) => manifest.name !== name && manifest.provides[kind].includes(part),
      );
      if (other === undefined) continue;
      const hint = `To use it in place of the other one, first: hermes plugins disable ${other.manifest.name}`;
      throw nameTaken(name, {
        by: `the plug-in "${other.manifest.name}"`,
        part: partNamed(kind, part),
        hint,
      });
    }
  }
}

function nameTaken(
  name: string,
  { by, part, hint }: { readonly by: string; readonly part: string; readonly hint: string },
): HermesError {
  const message = `The plug-in "${name}" can't be used: ${by} has ${part} already.`;
  return new HermesError(message, { code: "PLUGIN_NAME_TAKEN", hint });
}
